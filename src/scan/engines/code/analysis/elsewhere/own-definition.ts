import type { CallEvent } from '../../domain/call-event.ts';
import { joinTaints } from '../../domain/taint.ts';
import { deepTaint, type Value, withTaint } from '../../domain/value.ts';
import { allLabels } from '../../knowledge/labels.ts';
import type { NameMatch, Sanitizer } from '../../knowledge/rule-types.ts';
import { callHolds } from '../conditions/condition-scopes.ts';
import type { Run } from '../run.ts';

/**
 * A sanitizer that is known by its bare name, such as `h` or `esc_html`, may be a function of the program itself, in another file. The result also carries
 * what such a function would give, for the kinds of harm that the library's function takes away: nothing where the program has none.
 */
export function orOwnDefinition(run: Run, event: CallEvent, match: NameMatch, result: Value): Value {
  if (!run.abilities.crossFile || !isBare(event)) return result;
  const clears = match.sanitizers
    .filter((sanitizer) => mayBeOwn(run, sanitizer) && callHolds(run.file, event, sanitizer.when))
    .reduce((mask, sanitizer) => mask | sanitizer.clears, 0);
  const given = [...event.args, ...event.named.values()];
  if (clears === 0 || !given.some((value) => deepTaint(value)?.some(({ mask }) => mask & clears)))
    return result;
  const name = run.rules.name([run.traits.globalFunctions ? `~${event.name.segment}` : event.name.segment]);
  const call = run.facts.linkedCall(name, event, 'modelled');
  const own = run.origins.callResult(call).map((entry) => ({ ...entry, mask: clears }));
  return withTaint(result, joinTaints(result.taint, own));
}

/** Whether nothing says whose function is called. */
export function isBare({ name, expr }: CallEvent): boolean {
  return expr.callee.k === 'name' && name.depth === 1 && !expr.isNew;
}

/** What takes all harm is mostly another value than the one that went in. */
function mayBeOwn({ traits }: Run, { on, clears, elsewhere }: Sanitizer): boolean {
  return on === 'call' && clears !== allLabels && (elsewhere || traits.openClasses === true);
}
