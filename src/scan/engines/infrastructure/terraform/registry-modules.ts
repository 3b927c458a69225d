import {
  type ConfigNode,
  child,
  items,
  type MappingEntry,
  mapping,
  scalar,
  sequence,
  text,
} from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';

/**
 * What well-known modules of the registry make of their inputs. The modules themselves are not at hand, so that only what a caller
 * writes is checked, never what is omitted: their defaults are mostly safe, and change with versions.
 */
export function registryResources(call: Resource): Resource[] {
  const source = text(child(call.document, 'source')) ?? '';
  const [, name = '', part = ''] =
    /^(?:registry\.terraform\.io\/)?([\w-]+\/[\w-]+\/[\w-]+)(?:\/\/modules\/([\w-]+))?$/.exec(source) ?? [];
  const inner = part ? `${name}//${part}` : name;
  const makers = registryModules.get(inner) ?? (inner.startsWith(securityGroup) ? [portModule] : []);
  return makers.map(({ type, document }) => ({
    type,
    name: call.name,
    address: call.address,
    file: call.file,
    line: call.line,
    endLine: call.endLine,
    document: document(call.document, part),
    givenOnly: true,
  }));
}

interface ModulePart {
  type: string;
  document: (inputs: ConfigNode, part: string) => ConfigNode;
}

/** Inputs of the same name as the attributes; the others are renamed, a dot opening a block. */
function inputsOf(type: string, renamed: Readonly<Record<string, string>> = {}): ModulePart {
  return {
    type,
    document: (inputs) => {
      if (inputs.kind !== 'mapping') return inputs;
      return mapping(
        inputs.entries.map((entry) => nested((renamed[entry.key] ?? entry.key).split('.'), entry)),
        inputs.line,
        inputs.endLine,
      );
    },
  };
}

function nested([key = '', ...rest]: readonly string[], entry: MappingEntry): MappingEntry {
  if (rest.length === 0) return { ...entry, key };
  return { ...entry, key, value: mapping([nested(rest, entry)], entry.line, entry.value.endLine) };
}

const securityGroup = 'terraform-aws-modules/security-group/aws';

type Ports = readonly [from: number, to: number, protocol: string];

/** The port of each service that rules and submodules are called by; one that is not listed says nothing. */
const servicePorts = new Map([
  ['ssh', 22],
  ['rdp', 3389],
  ['mysql', 3306],
  ['postgresql', 5432],
  ['mssql', 1433],
  ['redis', 6379],
  ['mongodb', 27017],
  ['mongodb-27017', 27017],
  ['elasticsearch', 9200],
  ['elasticsearch-rest', 9200],
]);

/** `all-all`, `all-tcp`, or the name of a service with or without its protocol. */
function namedPorts(name: string): Ports | undefined {
  if (name === 'all-all') return [0, 0, '-1'];
  if (name === 'all-tcp') return [0, 65535, 'tcp'];
  const port = servicePorts.get(name.replace(/-tcp$/, ''));
  return port === undefined ? undefined : [port, port, 'tcp'];
}

const portModule: ModulePart = {
  type: 'aws_security_group',
  document: (inputs, part) => {
    const everywhere = [
      ...items(child(inputs, 'ingress_cidr_blocks')),
      ...items(child(inputs, 'ingress_ipv6_cidr_blocks')),
    ];
    const rules: ConfigNode[] = [];
    const named = (name: string, addresses: readonly ConfigNode[], line: number): void => {
      const ports = namedPorts(name);
      if (!ports || addresses.length === 0) return;
      const [from, to, protocol] = ports;
      rules.push(
        ruleOf(
          { from_port: scalar(from, line), to_port: scalar(to, line), protocol: scalar(protocol, line) },
          addresses,
          line,
        ),
      );
    };
    for (const rule of [
      ...items(child(inputs, 'ingress_rules')),
      ...(part ? [scalar(part, inputs.line)] : []),
    ])
      named(text(rule) ?? '', everywhere, rule.line);
    for (const rule of items(child(inputs, 'ingress_with_cidr_blocks'))) {
      const given = child(rule, 'cidr_blocks');
      const addresses = given
        ? (text(given) ?? '').split(',').map((address) => scalar(address.trim(), given.line))
        : everywhere;
      const byName = text(child(rule, 'rule'));
      if (byName !== undefined) named(byName, addresses, rule.line);
      else
        rules.push(
          ruleOf(
            {
              from_port: child(rule, 'from_port'),
              to_port: child(rule, 'to_port'),
              protocol: child(rule, 'protocol'),
            },
            addresses,
            rule.line,
          ),
        );
    }
    return mapping([{ key: 'ingress', line: inputs.line, value: sequence(rules, inputs.line) }], inputs.line);
  },
};

function ruleOf(
  ports: Readonly<Record<string, ConfigNode | undefined>>,
  addresses: readonly ConfigNode[],
  line: number,
): ConfigNode {
  return mapping(
    Object.entries({ ...ports, cidr_blocks: sequence(addresses, line) }).flatMap(([key, value]) =>
      value ? [{ key, line, value }] : [],
    ),
    line,
  );
}

const registryModules: ReadonlyMap<string, readonly ModulePart[]> = new Map(
  Object.entries({
    'terraform-aws-modules/s3-bucket/aws': [
      inputsOf('aws_s3_bucket'),
      inputsOf('aws_s3_bucket_public_access_block'),
    ],
    'terraform-aws-modules/rds/aws': [inputsOf('aws_db_instance')],
    'terraform-aws-modules/rds-aurora/aws': [
      inputsOf('aws_rds_cluster', { cluster_master_password: 'master_password' }),
      inputsOf('aws_rds_cluster_instance'),
    ],
    'terraform-aws-modules/ec2-instance/aws': [inputsOf('aws_instance')],
    'terraform-aws-modules/autoscaling/aws': [inputsOf('aws_launch_template')],
    'terraform-aws-modules/eks/aws': [
      inputsOf('aws_eks_cluster', {
        cluster_endpoint_public_access: 'vpc_config.endpoint_public_access',
        endpoint_public_access: 'vpc_config.endpoint_public_access',
        cluster_endpoint_public_access_cidrs: 'vpc_config.public_access_cidrs',
        endpoint_public_access_cidrs: 'vpc_config.public_access_cidrs',
        cluster_version: 'version',
        kubernetes_version: 'version',
        version: 'module_version',
      }),
    ],
    'terraform-aws-modules/vpc/aws': [inputsOf('aws_subnet')],
    'terraform-aws-modules/kms/aws': [inputsOf('aws_kms_key')],
    'terraform-aws-modules/sqs/aws': [inputsOf('aws_sqs_queue')],
    'terraform-aws-modules/sns/aws': [inputsOf('aws_sns_topic')],
    'terraform-aws-modules/lambda/aws': [
      inputsOf('aws_lambda_function', { environment_variables: 'environment.variables' }),
      inputsOf('aws_lambda_function_url'),
    ],
    'terraform-aws-modules/alb/aws': [inputsOf('aws_lb')],
    'terraform-aws-modules/elb/aws': [inputsOf('aws_elb')],
    'terraform-aws-modules/dynamodb-table/aws': [
      inputsOf('aws_dynamodb_table', {
        server_side_encryption_enabled: 'server_side_encryption.enabled',
        point_in_time_recovery_enabled: 'point_in_time_recovery.enabled',
      }),
    ],
    'terraform-aws-modules/elasticache/aws': [inputsOf('aws_elasticache_replication_group')],
    'terraform-aws-modules/ecr/aws': [
      inputsOf('aws_ecr_repository', {
        repository_image_tag_mutability: 'image_tag_mutability',
        repository_image_scan_on_push: 'image_scanning_configuration.scan_on_push',
      }),
    ],
    'terraform-aws-modules/cloudfront/aws': [inputsOf('aws_cloudfront_distribution')],
    'terraform-aws-modules/redshift/aws': [inputsOf('aws_redshift_cluster')],
    'terraform-aws-modules/efs/aws': [inputsOf('aws_efs_file_system')],
    'terraform-aws-modules/opensearch/aws': [inputsOf('aws_opensearch_domain')],
    'terraform-aws-modules/msk-kafka-cluster/aws': [
      inputsOf('aws_msk_cluster', {
        encryption_in_transit_client_broker: 'encryption_info.encryption_in_transit.client_broker',
      }),
    ],
    'terraform-aws-modules/iam/aws//iam-policy': [inputsOf('aws_iam_policy')],
    'terraform-aws-modules/secrets-manager/aws': [inputsOf('aws_secretsmanager_secret_policy')],
    'terraform-aws-modules/transfer-family/aws': [inputsOf('aws_transfer_server')],
    'Azure/aks/azurerm': [inputsOf('azurerm_kubernetes_cluster')],
    'terraform-google-modules/sql-db/google//mysql': [
      inputsOf('google_sql_database_instance', { ip_configuration: 'settings.ip_configuration' }),
    ],
    'terraform-google-modules/sql-db/google//postgresql': [
      inputsOf('google_sql_database_instance', { ip_configuration: 'settings.ip_configuration' }),
    ],
    'terraform-google-modules/kubernetes-engine/google': [
      inputsOf('google_container_cluster', {
        enable_private_nodes: 'private_cluster_config.enable_private_nodes',
        master_authorized_networks: 'master_authorized_networks_config.cidr_blocks',
      }),
    ],
  }),
);
