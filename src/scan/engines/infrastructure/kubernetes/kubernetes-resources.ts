import {
  type ConfigNode,
  child,
  entries,
  items,
  type MappingNode,
  text,
} from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';

const maxObjects = 50_000;

/** A YAML document that is a Kubernetes object (or a list of them). */
export function isKubernetesObject(document: ConfigNode): boolean {
  return text(child(document, 'apiVersion')) !== undefined && text(child(document, 'kind')) !== undefined;
}

/** The objects of a document: itself, or what a list holds. */
export function objectsOf(document: ConfigNode): MappingNode[] {
  const found: MappingNode[] = [];
  const visit = (node: ConfigNode, depth: number): void => {
    if (node.kind !== 'mapping' || found.length >= maxObjects) return;
    const kind = text(child(node, 'kind')) ?? '';
    if (kind.endsWith('List') && depth < 4)
      for (const item of items(child(node, 'items'))) visit(item, depth + 1);
    else found.push(node);
  };
  visit(document, 0);
  return found;
}

const rightsKinds = new Set(['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding']);

/** Other programs have roles of their own, written in the same way: those of Kubernetes name its group. */
function isForeign(object: MappingNode, kind: string): boolean {
  return (
    rightsKinds.has(kind) && !/^(?:rbac\.)?authorization\./.test(text(child(object, 'apiVersion')) ?? '')
  );
}

/** What rules check of one object: the object itself, its pods, and each container. */
export function kubernetesResources(object: MappingNode, file: string): Resource[] {
  const kind = text(child(object, 'kind')) ?? '';
  if (isForeign(object, kind)) return [];
  const name =
    text(child(object, 'metadata', 'name')) ?? text(child(object, 'metadata', 'generateName')) ?? '';
  const namespace = text(child(object, 'metadata', 'namespace'));
  const address = `${kind}/${namespace ? `${namespace}/` : ''}${name}`;
  const base = { name, address, file, line: object.line, endLine: object.endLine };
  const resources: Resource[] = [{ ...base, type: kind, document: object, context: { resource: object } }];
  if (kind !== 'Namespace')
    resources.push({ ...base, type: 'object', document: object, context: { resource: object } });
  for (const pod of podSpecs(object, kind)) {
    const place = within(object, pod);
    resources.push({ ...base, ...place, type: 'pod', document: pod, context: { resource: object, pod } });
    for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
      for (const container of items(child(pod, list))) {
        if (container.kind !== 'mapping') continue;
        const containerName = text(child(container, 'name')) ?? '';
        resources.push({
          ...base,
          ...within(object, container),
          type: list === 'containers' ? 'container' : 'helper-container',
          address: `${address} ${containerName}`.trim(),
          document: container,
          context: { resource: object, pod, command: commandOf(container) },
        });
      }
    }
  }
  return resources;
}

/** What runs: flags may be behind the program or among its arguments, and a manifest may use both. */
function commandOf(container: MappingNode): ConfigNode {
  const { line, endLine } = container;
  const words = ['command', 'args'].flatMap((key) => items(child(container, key)));
  return { kind: 'sequence', items: words, line, endLine };
}

// A part that came through an anchor is elsewhere in the file; it is reported at the object that uses it.
function within(object: ConfigNode, part: ConfigNode): { line: number; endLine: number } {
  const inside = part.line >= object.line && part.endLine <= Math.max(object.endLine, part.line);
  return inside ? { line: part.line, endLine: part.endLine } : { line: object.line, endLine: object.endLine };
}

function podSpecs(object: ConfigNode, kind: string): MappingNode[] {
  const candidates: Array<ConfigNode | undefined> = [];
  if (kind === 'Pod') candidates.push(child(object, 'spec'));
  else if (kind === 'CronJob')
    candidates.push(child(object, 'spec', 'jobTemplate', 'spec', 'template', 'spec'));
  else if (kind === 'PodTemplate') candidates.push(child(object, 'template', 'spec'));
  else
    candidates.push(child(object, 'spec', 'template', 'spec'), child(object, 'spec', 'podTemplate', 'spec'));
  return candidates.filter(
    (candidate): candidate is MappingNode => candidate?.kind === 'mapping' && looksLikePod(candidate),
  );
}

function looksLikePod(spec: MappingNode): boolean {
  return entries(spec).some((entry) => entry.key === 'containers' || entry.key === 'initContainers');
}
