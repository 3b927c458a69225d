import type { EngineFinding } from '../../../model/finding.ts';
import { isGivenKernel, ratedByTask } from '../for-the-machine.ts';
import type { Resource } from '../resource.ts';
import type { RulePack } from '../rules/infrastructure-rule.ts';
import { judgeResource } from '../rules/judge-resource.ts';

/** What the rules say about one service of a Compose file. */
export function judgeService(service: Resource, pack: RulePack): EngineFinding[] {
  const findings = judgeResource(service, pack);
  return isGivenKernel(service.document) ? findings.map(ratedByTask) : findings;
}
