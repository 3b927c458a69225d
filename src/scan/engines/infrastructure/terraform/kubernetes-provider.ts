import { ownValue } from '../../../../kernel/own-value.ts';
import {
  type ConfigNode,
  entries,
  entryOf,
  items,
  type MappingEntry,
  type MappingNode,
  mapping,
  scalar,
  sequence,
} from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';

const kinds: Record<string, string> = {
  pod: 'Pod',
  deployment: 'Deployment',
  daemonset: 'DaemonSet',
  daemon_set: 'DaemonSet',
  stateful_set: 'StatefulSet',
  replication_controller: 'ReplicationController',
  job: 'Job',
  cron_job: 'CronJob',
  service: 'Service',
  ingress: 'Ingress',
  config_map: 'ConfigMap',
  secret: 'Secret',
  role: 'Role',
  cluster_role: 'ClusterRole',
  role_binding: 'RoleBinding',
  cluster_role_binding: 'ClusterRoleBinding',
  service_account: 'ServiceAccount',
  default_service_account: 'ServiceAccount',
  network_policy: 'NetworkPolicy',
  pod_security_policy: 'PodSecurityPolicy',
  persistent_volume_claim: 'PersistentVolumeClaim',
  api_service: 'APIService',
};

// The provider names blocks in the singular where Kubernetes has lists.
const plurals: Record<string, string> = {
  container: 'containers',
  init_container: 'initContainers',
  volume: 'volumes',
  port: 'ports',
  volume_mount: 'volumeMounts',
  rule: 'rules',
  subject: 'subjects',
  toleration: 'tolerations',
  match_expression: 'matchExpressions',
};
const lists = new Set([
  'containers',
  'initContainers',
  'volumes',
  'ports',
  'volumeMounts',
  'rules',
  'subjects',
  'env',
  'envFrom',
]);
const freeKeys = new Set([
  'labels',
  'annotations',
  'data',
  'stringData',
  'matchLabels',
  'limits',
  'requests',
  'nodeSelector',
  'selector',
]);

/** Turns a resource of the Kubernetes provider into the object it stands for, so that the rules for manifests judge it. */
export function kubernetesObject(resource: Resource): MappingNode | undefined {
  const kind = ownValue(kinds, resource.type.replace(/^kubernetes_/, '').replace(/_v\d(beta\d)?$/, ''));
  if (!kind || resource.document.kind !== 'mapping') return undefined;
  const { line, endLine } = resource;
  const body = convertMapping(resource.document, 0);
  const members: MappingEntry[] = [
    { key: 'apiVersion', line, value: scalar('v1', line) },
    { key: 'kind', line, value: scalar(kind, line) },
    ...body.entries.filter((entry) => entry.key !== 'apiVersion' && entry.key !== 'kind'),
  ];
  return withDefaultNamespace(mapping(members, line, endLine), kind);
}

// A namespaced object without a namespace lands in the default one; only the provider knows no other context.
function withDefaultNamespace(object: MappingNode, kind: string): MappingNode {
  if (
    kind === 'ClusterRole' ||
    kind === 'ClusterRoleBinding' ||
    kind === 'PodSecurityPolicy' ||
    kind === 'APIService'
  )
    return object;
  const metadata = entryOf(object, 'metadata');
  if (metadata?.value.kind !== 'mapping' || entryOf(metadata.value, 'namespace')) return object;
  const { line, endLine } = metadata.value;
  const named = mapping(
    [...metadata.value.entries, { key: 'namespace', line, value: scalar('default', line) }],
    line,
    endLine,
  );
  return mapping(
    object.entries.map((entry) => (entry.key === 'metadata' ? { ...entry, value: named } : entry)),
    object.line,
    object.endLine,
  );
}

function convertMapping(node: MappingNode, depth: number): MappingNode {
  if (depth > 30) return node;
  const members = node.entries.map((entry): MappingEntry => {
    const block = entry.value.kind === 'mapping' || entry.value.kind === 'sequence';
    const key = (block ? ownValue(plurals, entry.key) : undefined) ?? camel(entry.key);
    const value = freeKeys.has(key) ? entry.value : convert(entry.value, depth + 1);
    const listed =
      lists.has(key) && value.kind !== 'sequence' && value.kind !== 'unknown'
        ? sequence(items(value), value.line, value.endLine)
        : value;
    return { key, line: entry.line, value: listed };
  });
  return mapping(members, node.line, node.endLine);
}

function convert(node: ConfigNode, depth: number): ConfigNode {
  if (node.kind === 'mapping') return convertMapping(node, depth);
  if (node.kind === 'sequence')
    return sequence(
      node.items.map((item) => convert(item, depth + 1)),
      node.line,
      node.endLine,
    );
  return node;
}

/** `host_pid` is `hostPID`, `read_only_root_filesystem` is `readOnlyRootFilesystem`. */
function camel(name: string): string {
  if (name === 'host_pid') return 'hostPID';
  if (name === 'host_ipc') return 'hostIPC';
  if (name === 'external_ips') return 'externalIPs';
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** True where the block has anything to check. */
export function isKubernetesProvider(resource: Resource): boolean {
  return resource.type.startsWith('kubernetes_') && entries(resource.document).length > 0;
}
