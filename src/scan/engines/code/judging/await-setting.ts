import { callHolds } from '../analysis/conditions/condition-scopes.ts';
import type { RunView } from '../analysis/events.ts';
import { type CallEvent, partOf } from '../domain/call-event.ts';
import type { SettingFact } from '../domain/facts.ts';
import { scopeOf } from '../domain/scope.ts';
import type { Check } from '../knowledge/rule-types.ts';
import type { FindingLog } from './finding-log.ts';
import { openCondition } from './settings.ts';

/** Only the value of a setting decides: the linker knows it. */
export function awaitSetting(
  log: FindingLog,
  awaited: SettingFact[],
  run: RunView,
  check: Check,
  event: CallEvent,
): void {
  const open = openCondition(check.when, (which) => partOf(event, which));
  if (!open) return;
  const others = check.when.filter((condition) => condition !== open.condition);
  if (!callHolds(run.file, event, others, check.label)) return;
  const { source, flags } = open.condition.matches!;
  const at = log.places.place(event.expr);
  const isKnown = awaited.some(
    (fact) => fact.rule === check.rule.id && fact.at[0] === at[0] && fact.at[2] === at[2],
  );
  if (isKnown) return;
  awaited.push({
    rule: check.rule.id,
    ...open.setting,
    pattern: source,
    flags,
    severity: log.rate(check.severity),
    at,
    scope: scopeOf(run.frame),
    code: log.places.code(event.expr).slice(0, 120),
  });
}
