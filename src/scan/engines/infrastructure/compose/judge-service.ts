import type { EngineFinding } from '../../../model/finding.ts';
import { ratedByTask, taskOf } from '../for-the-machine.ts';
import type { Resource } from '../resource.ts';
import type { RulePack } from '../rules/infrastructure-rule.ts';
import { judgeResource } from '../rules/judge-resource.ts';

/** What the rules say about one service of a Compose file. */
export function judgeService(service: Resource, pack: RulePack): EngineFinding[] {
  const findings = judgeResource(service, pack);
  const task = taskOf(service.document);
  return task ? findings.map((finding) => ratedByTask(finding, task)) : findings;
}
