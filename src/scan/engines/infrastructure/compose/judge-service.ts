import type { EngineFinding } from '../../../model/finding.ts';
import { isGivenKernel, ratedByTask, startsContainers, tasks, waitsForPeople } from '../for-the-machine.ts';
import type { Resource } from '../resource.ts';
import type { RulePack } from '../rules/infrastructure-rule.ts';
import { judgeResource } from '../rules/judge-resource.ts';

/** What the rules say about one service of a Compose file. */
export function judgeService(service: Resource, pack: RulePack): EngineFinding[] {
  const findings = judgeResource(service, pack);
  const task = isGivenKernel(service.document)
    ? tasks.machine
    : startsContainers(service.document)
      ? tasks.containers
      : waitsForPeople(service.document)
        ? tasks.people
        : undefined;
  return task ? findings.map((finding) => ratedByTask(finding, task)) : findings;
}
