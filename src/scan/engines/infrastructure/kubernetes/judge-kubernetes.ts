import type { MappingNode } from '../../../formats/document/node.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import { looksAfterMachine, ratedByTask, setsKernel, startsContainers, tasks } from '../for-the-machine.ts';
import type { Resource } from '../resource.ts';
import type { RulePack } from '../rules/infrastructure-rule.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import { kubernetesResources } from './kubernetes-resources.ts';

/** What the rules say about one Kubernetes object and everything in it; of a part of an object only about what it says (`givenOnly`). */
export function judgeKubernetes(
  object: MappingNode,
  file: string,
  pack: RulePack,
  givenOnly = false,
): EngineFinding[] {
  return kubernetesResources(object, file).flatMap((resource) => {
    const findings = judgeResource(givenOnly ? { ...resource, givenOnly } : resource, pack);
    if (findings.length === 0) return [];
    const { document, type, context } = resource;
    const task =
      looksAfterMachine(object, context?.pod) || (type === 'helper-container' && setsKernel(document))
        ? tasks.machine
        : startsContainers(document)
          ? tasks.containers
          : undefined;
    return findings.map((finding) => fromHead(task ? ratedByTask(finding, task) : finding, resource));
  });
}

/** A setting says little without its container: the place reaches from where the container begins to the line that is wrong. */
function fromHead(finding: EngineFinding, { type, line }: Resource): EngineFinding {
  const isContainer = type === 'container' || type === 'helper-container';
  return isContainer && finding.startLine > line
    ? { ...finding, startLine: line, line: finding.startLine }
    : finding;
}
