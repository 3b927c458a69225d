import type { EngineFinding } from '../../../finding.ts';
import type { MappingNode } from '../document/node.ts';
import type { RulePack } from '../rules/infrastructure-rule.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import { kubernetesResources } from './kubernetes-resources.ts';

/** What the rules say about one Kubernetes object and everything in it. */
export function judgeKubernetes(object: MappingNode, file: string, pack: RulePack): EngineFinding[] {
  return kubernetesResources(object, file).flatMap((resource) => judgeResource(resource, pack));
}
