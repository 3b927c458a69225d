import type { Interpreter } from '../analysis/interpreter.ts';
import { type CallEvent, partOf } from '../domain/call-event.ts';
import { scopeOf } from '../domain/scope.ts';
import type { Check } from '../knowledge/rule-types.ts';
import type { Reporter } from './reporter.ts';
import { openCondition } from './settings.ts';

/** Only the value of a setting decides: the linker knows it. */
export function awaitSetting(reporter: Reporter, run: Interpreter, check: Check, event: CallEvent): void {
  const open = openCondition(check.when, (which) => partOf(event, which));
  if (!open) return;
  const others = check.when.filter((condition) => condition !== open.condition);
  if (!reporter.holds(event, others, check.label)) return;
  const { source, flags } = open.condition.matches!;
  const at = reporter.place(event.expr);
  const isKnown = reporter.awaited.some(
    (fact) => fact.rule === check.rule.id && fact.at[0] === at[0] && fact.at[2] === at[2],
  );
  if (isKnown) return;
  reporter.awaited.push({
    rule: check.rule.id,
    ...open.setting,
    pattern: source,
    flags,
    severity: reporter.rate(check.severity),
    at,
    scope: scopeOf(run.frame),
    code: reporter.code(event.expr).slice(0, 120),
  });
}
