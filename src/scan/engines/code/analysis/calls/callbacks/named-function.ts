import { type CallEvent, unknownCall } from '../../../domain/call-event.ts';
import { deepTaint, unknownValue, type Value } from '../../../domain/value.ts';
import { callSegment } from '../../../knowledge/qualified-name.ts';
import type { Name } from '../../../knowledge/rule-set.ts';
import type { NameMatch } from '../../../knowledge/rule-types.ts';
import type { Run } from '../../run.ts';
import { applyModels } from '../call-models.ts';
import { mayBeLocal } from '../may-be-local.ts';

/**
 * `paths.map(fs.readFileSync)`, `list.stream().map(parser::parseExpression)`: a function that is only named is called with what the collection holds. What
 * comes out, where the rules know something about it.
 */
export function callByName(
  run: Run,
  event: CallEvent,
  target: Value | undefined,
  args: readonly Value[],
): Value | undefined {
  if (!target?.name || target.closures || target.instance) return undefined;
  const meant = meantBy(run, target.name, args) ?? elsewhere(run, target.name);
  if (!meant) return undefined;
  const { name, match, receiver } = meant;
  // Only what is handed over leads anywhere in another file.
  if (!match && !args.some((value) => deepTaint(value))) return undefined;
  // The arguments as they are written belong to the call that is given the function.
  const expr = { ...event.expr, args: [] };
  const given = receiver ? args.slice(1) : args;
  const call: CallEvent = {
    ...event,
    expr,
    name,
    match,
    args: given,
    named: new Map(),
    receiver,
    receiverExpr: undefined,
    definedIn: undefined,
  };
  if (!match) {
    const linked = run.facts.linkedCall(name, call);
    return { ...unknownValue, name: name.called(), taint: run.origins.callResult(linked) };
  }
  run.events.called(run, call);
  return applyModels(run, call, match, unknownCall(call, unknownValue), false);
}

interface Meant {
  readonly name: Name;
  /** None where another file of the program has the function. */
  readonly match: NameMatch | null;
  /** `Expression::getValue` is a method of what it is called with. */
  readonly receiver: Value | undefined;
}

function meantBy(run: Run, name: Name, args: readonly Value[]): Meant | undefined {
  const match = run.rules.match(name);
  if (match) return saysSomething(match) ? { name, match, receiver: undefined } : undefined;
  const type = name.parent;
  if (!type?.parent || type.segment === callSegment || !/^[A-Z]/.test(type.segment)) return undefined;
  const method = type.called().child(name.segment);
  const ofObject = run.rules.match(method);
  return ofObject && saysSomething(ofObject)
    ? { name: method, match: ofObject, receiver: args[0] }
    : undefined;
}

/** `names.map(paths.clean)`: a function that was imported from another file. */
function elsewhere(run: Run, name: Name): Meant | undefined {
  const isImported = run.abilities.crossFile && name.parent !== undefined && name.root.startsWith('file:');
  return isImported && mayBeLocal(run, name.root) ? { name, match: null, receiver: undefined } : undefined;
}

function saysSomething({ sinks, sanitizers, returned }: NameMatch): boolean {
  return sinks.length + sanitizers.length + returned.length > 0;
}
