import {
  type ConfigNode,
  child,
  items,
  type MappingEntry,
  mapParts,
  mapping,
  sequence,
  text,
  unknown,
} from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';

/**
 * Modules of Ansible that make cloud resources take the names of the provider's own interface, as Terraform does: what a task
 * gives is checked by the rules of the Terraform resource. What it leaves out may be there already, and is not.
 */
export function cloudResource(task: Resource): { pack: string; resource: Resource } | undefined {
  const known = cloudModules[task.type];
  if (!known) return undefined;
  const [type, renamed = {}] = known;
  const document =
    type === 'aws_security_group' ? securityGroup(task.document) : renameEntries(task.document, renamed);
  const pack = type.startsWith('aws_')
    ? 'terraform-aws'
    : type.startsWith('azurerm_')
      ? 'terraform-azure'
      : 'terraform-gcp';
  return { pack, resource: { ...task, type, document: withGaps(document), givenOnly: true } };
}

/** A text with a template in it that no variable of the play filled is known only where the play runs. */
function withGaps(node: ConfigNode): ConfigNode {
  if (node.kind === 'scalar')
    return String(node.value).includes('{{') ? unknown(String(node.value), node.line, node.endLine) : node;
  return mapParts(node, withGaps);
}

/** Settings deeper than this are not those of a cloud resource. */
const maxDepth = 8;

type Renamed = Readonly<Record<string, string>>;

const cloudModules: Readonly<Record<string, readonly [type: string, renamed?: Renamed]>> = {
  rds_instance: [
    'aws_db_instance',
    {
      master_user_password: 'password',
      ca_certificate_identifier: 'ca_cert_identifier',
      enable_iam_database_authentication: 'iam_database_authentication_enabled',
    },
  ],
  rds: [
    'aws_db_instance',
    { publicly_accessible: 'publicly_accessible', backup_retention: 'backup_retention_period' },
  ],
  rds_cluster: [
    'aws_rds_cluster',
    {
      master_user_password: 'master_password',
      enable_iam_database_authentication: 'iam_database_authentication_enabled',
    },
  ],
  s3_bucket: ['aws_s3_bucket', { versioning: 'versioning.enabled' }],
  s3_object: ['aws_s3_bucket_acl', { permission: 'acl' }],
  aws_s3: ['aws_s3_bucket_acl', { permission: 'acl' }],
  ec2_security_group: ['aws_security_group'],
  ec2_group: ['aws_security_group'],
  iam_managed_policy: ['aws_iam_policy'],
  iam_policy: ['aws_iam_user_policy', { policy_json: 'policy' }],
  iam_role: ['aws_iam_role', { assume_role_policy_document: 'assume_role_policy' }],
  iam_password_policy: [
    'aws_iam_account_password_policy',
    {
      min_pw_length: 'minimum_password_length',
      require_lowercase: 'require_lowercase_characters',
      require_uppercase: 'require_uppercase_characters',
      pw_reuse_prevent: 'password_reuse_prevention',
      pw_max_age: 'max_password_age',
    },
  ],
  ec2_instance: ['aws_instance', { 'network.assign_public_ip': 'associate_public_ip_address' }],
  ec2: ['aws_instance', { assign_public_ip: 'associate_public_ip_address' }],
  ec2_lc: ['aws_launch_configuration', { assign_public_ip: 'associate_public_ip_address' }],
  ec2_launch_template: ['aws_launch_template'],
  ec2_vol: ['aws_ebs_volume'],
  ec2_vpc_subnet: ['aws_subnet', { map_public: 'map_public_ip_on_launch' }],
  cloudtrail: ['aws_cloudtrail'],
  kms_key: ['aws_kms_key'],
  aws_kms: ['aws_kms_key'],
  efs: ['aws_efs_file_system', { encrypt: 'encrypted' }],
  redshift: ['aws_redshift_cluster'],
  sqs_queue: ['aws_sqs_queue'],
  sns_topic: ['aws_sns_topic'],
  lambda: ['aws_lambda_function', { environment_variables: 'environment.variables' }],
  lambda_policy: ['aws_lambda_permission'],
  cloudfront_distribution: ['aws_cloudfront_distribution'],
  ecs_ecr: ['aws_ecr_repository'],
  dms_replication_instance: ['aws_dms_replication_instance'],
  eks_cluster: ['aws_eks_cluster'],
  azure_rm_storageaccount: [
    'azurerm_storage_account',
    { https_only: 'https_traffic_only_enabled', minimum_tls_version: 'min_tls_version' },
  ],
  azure_rm_webapp: ['azurerm_app_service'],
  azure_rm_rediscache: ['azurerm_redis_cache', { enable_non_ssl_port: 'non_ssl_port_enabled' }],
  azure_rm_postgresqlserver: ['azurerm_postgresql_server', { enforce_ssl: 'ssl_enforcement_enabled' }],
  azure_rm_mysqlserver: ['azurerm_mysql_server', { enforce_ssl: 'ssl_enforcement_enabled' }],
  azure_rm_containerregistry: ['azurerm_container_registry', { admin_user_enabled: 'admin_enabled' }],
  azure_rm_sqlfirewallrule: ['azurerm_sql_firewall_rule'],
  azure_rm_keyvault: ['azurerm_key_vault', { enable_soft_delete: 'soft_delete_enabled' }],
  gcp_compute_firewall: ['google_compute_firewall', { allowed: 'allow', ip_protocol: 'protocol' }],
  gcp_compute_instance: [
    'google_compute_instance',
    {
      network_interfaces: 'network_interface',
      access_configs: 'access_config',
      service_accounts: 'service_account',
      disks: 'attached_disk',
    },
  ],
  gcp_container_node_pool: ['google_container_node_pool', { config: 'node_config' }],
  gcp_compute_ssl_policy: ['google_compute_ssl_policy'],
  gcp_bigquery_dataset: ['google_bigquery_dataset'],
  gcp_compute_disk: ['google_compute_disk'],
  azure_rm_storageblob: ['azurerm_storage_container', { public_access: 'container_access_type' }],
  azure_rm_aks: ['azurerm_kubernetes_cluster', { enable_rbac: 'role_based_access_control_enabled' }],
  azure_rm_rediscachefirewallrule: ['azurerm_redis_firewall_rule'],
  azure_rm_roledefinition: ['azurerm_role_definition'],
  azure_rm_cosmosdbaccount: ['azurerm_cosmosdb_account'],
  ecs_service: ['aws_ecs_service'],
  ecs_taskdefinition: ['aws_ecs_task_definition', { containers: 'container_definitions' }],
  ec2_ami: ['aws_ami'],
  kinesis_stream: ['aws_kinesis_stream'],
  codebuild_project: ['aws_codebuild_project'],
  elasticache: ['aws_elasticache_cluster'],
  opensearch: ['aws_opensearch_domain'],
  gcp_storage_bucket: ['google_storage_bucket'],
  gcp_sql_instance: ['google_sql_database_instance'],
  gcp_container_cluster: ['google_container_cluster'],
  gcp_dns_managed_zone: ['google_dns_managed_zone'],
  gcp_kms_crypto_key: ['google_kms_crypto_key'],
};

function renameEntries(document: ConfigNode, renamed: Renamed, depth = 0): ConfigNode {
  if (depth > maxDepth) return document;
  if (document.kind === 'sequence')
    return sequence(
      document.items.map((item) => renameEntries(item, renamed, depth + 1)),
      document.line,
      document.endLine,
    );
  if (document.kind !== 'mapping') return document;
  const members = document.entries.map((entry) =>
    renamedEntry(
      { ...entry, value: renameEntries(entry.value, renamed, depth + 1) },
      renamed[entry.key] ?? entry.key,
    ),
  );
  return mapping(members, document.line, document.endLine);
}

function renamedEntry(entry: MappingEntry, path: string): MappingEntry {
  const [key = '', inner] = path.split('.');
  if (inner === undefined) return { ...entry, key };
  const value = mapping([{ ...entry, key: inner }], entry.line, entry.value.endLine);
  return { ...entry, key, value };
}

/** Rules name their protocol and ports in words of their own. */
function securityGroup(document: ConfigNode): ConfigNode {
  const rules = items(child(document, 'rules')).flatMap((rule): ConfigNode[] => {
    if (rule.kind !== 'mapping') return [];
    return items(child(rule, 'ports') ?? rule).map((port) => {
      const [from = '', to = from] = (port === rule ? '' : (text(port) ?? '')).split('-');
      const ports: MappingEntry[] = from
        ? [
            {
              key: 'from_port',
              line: rule.line,
              value: { kind: 'scalar', value: Number(from), line: rule.line, endLine: rule.line },
            },
            {
              key: 'to_port',
              line: rule.line,
              value: { kind: 'scalar', value: Number(to), line: rule.line, endLine: rule.line },
            },
          ]
        : [];
      return mapping(
        [...rule.entries.map((entry) => ({ ...entry, key: groupWords[entry.key] ?? entry.key })), ...ports],
        rule.line,
        rule.endLine,
      );
    });
  });
  return mapping(
    [{ key: 'ingress', line: document.line, value: sequence(rules, document.line) }],
    document.line,
  );
}

const groupWords: Renamed = {
  proto: 'protocol',
  cidr_ip: 'cidr_blocks',
  cidr_ipv6: 'ipv6_cidr_blocks',
  rule_desc: 'description',
};
