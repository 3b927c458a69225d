import { withAcronyms } from './acronyms.ts';

/** How people call a resource of a type: `aws_rds_cluster` is an RDS cluster, `AWS::S3::Bucket` an S3 bucket. */
export function resourceNoun(type: string, title = '', id = ''): string {
  if (id.includes('control-plane')) return 'control plane of the cluster';
  const known = ownNouns[type] ?? titleNoun(title);
  if (known !== undefined) return known;
  const plain = type
    .replace(/^(data|provider)\./, '')
    .replace(
      /^(aws|azurerm|azuread|google|alicloud|oci|yandex|tencentcloud|digitalocean|openstack|ibm|linode|nutanix)_/,
      '',
    )
    .replace(/^AWS::/, '')
    .replace(/^microsoft\.\w+\//i, '')
    .replace(/_iam_(?:member|binding|policy)$/, '');
  const words = plain
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_:./-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word));
  return withAcronyms(words.map((word) => typeWords[word.toLowerCase()] ?? word).join(' '));
}

/** Words of resource types that are several words, or plural. */
const typeWords: Record<string, string> = {
  dbinstance: 'DB instance',
  dbcluster: 'DB cluster',
  securitygroup: 'security group',
  loadbalancer: 'load balancer',
  managedinstances: 'managed instance',
  virtualmachines: 'virtual machine',
  virtualmachinescalesets: 'virtual machine scale set',
  storageaccounts: 'storage account',
  managedclusters: 'AKS cluster',
  vaults: 'key vault',
  networksecuritygroups: 'network security group',
  networkinterfaces: 'network interface',
  blobservices: 'blob service',
  auditingsettings: 'audit settings',
  flexibleservers: 'flexible server',
  databaseaccounts: 'Cosmos DB account',
  applicationgateways: 'application gateway',
  workspaces: 'workspace',
  registries: 'registry',
  namespaces: 'namespace',
  servers: 'server',
  sites: 'web app',
  disks: 'disk',
  domains: 'domain',
  searchservices: 'search service',
  networkaclentry: 'network ACL entry',
  taskdefinition: 'task definition',
  notebookinstance: 'notebook instance',
};

const verbs =
  'is|are|has|have|does|do|accepts?|may|can|cannot|runs?|lets?|answers?|speaks?|stores?|uses?|listens?|shares?|lives?|lies|keeps?|sends?|writes?|needs?|gets?|knows?|takes?|still|asks?|serves?|passes|faces';
const subject = new RegExp(
  `^(?:The|An?) ([\\w /-]{3,48}?) (?:${verbs})\\b|^([A-Z][\\w /-]{3,40}?) (?:${verbs})\\b`,
);
/** Words that name a part or an act, not the resource. */
const noResource =
  /^(?:no|other|clients?|images?|policies|audit logs?|pods?|nobody|nothing|every|every(?:one|body)|any(?:one)?|who|whoever|some|all|one|two|old|data|traffic|access|changes?|passwords?|users?|keys?|requests|logs?|credentials?|rights|rule|secret|policy|secrets)\b/i;

/** What a title is about: "The load balancer accepts …", "Search domain stores …", of "The audit log of the database …" the database. */
function titleNoun(title: string): string | undefined {
  const [, withArticle, without] = subject.exec(title) ?? [];
  const whole = withArticle ?? without;
  if (whole === undefined) return undefined;
  const noun = whole.split(' of the ').at(-1)!;
  if (noResource.test(noun) || noun.split(' ').length > 5) return undefined;
  const plain =
    without !== undefined && /^[A-Z][a-z]+( |$)/.test(noun)
      ? noun.charAt(0).toLowerCase() + noun.slice(1)
      : noun;
  return withAcronyms(plain);
}

const ownNouns: Record<string, string> = {
  container: 'container',
  pod: 'pod',
  workflow: 'workflow',
  job: 'job',
  step: 'step',
  pipeline: 'pipeline',
  google_container_cluster: 'GKE cluster',
  google_container_node_pool: 'GKE node pool',
  google_sql_database_instance: 'Cloud SQL instance',
  azurerm_kubernetes_cluster: 'AKS cluster',
  aws_instance: 'EC2 instance',
  aws_db_instance: 'RDS instance',
  aws_lb: 'load balancer',
  aws_s3_bucket: 'S3 bucket',
};
