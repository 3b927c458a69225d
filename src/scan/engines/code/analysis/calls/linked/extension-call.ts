import { definitionAwaited } from '../../../domain/awaited-check.ts';
import type { CallEvent } from '../../../domain/call-event.ts';
import { checkedTaint } from '../../../domain/taint.ts';
import { deepTaint, type Value, withTaint } from '../../../domain/value.ts';
import type { Run } from '../../run.ts';

/**
 * `request.Arg("u")`, where no library has such a method: another file may add it to the type. What comes out is what that one gives as well;
 * asked for where the object is one of a framework or something is handed over.
 */
export function withExtension(run: Run, event: CallEvent, result: Value): Value {
  const { expr, receiver, args, match } = event;
  if (!run.abilities.crossFile || expr.callee.k !== 'member' || expr.isNew) return result;
  if (!receiver?.name || receiver.instance || (match && !isOnlyRead(match))) return result;
  // A function of a type is called by its name, and added by nobody.
  if (isTypeName.test(receiver.name.segment) && receiver.name.depth === 1 && !match?.sources.length)
    return result;
  const isGiven = isOfFramework(run, receiver) || deepTaint(receiver) || args.some((arg) => deepTaint(arg));
  if (!isGiven) return result;
  return orGivenElsewhere(run, event, result);
}

/** `profile(name)`: what is called by its name alone, and neither this file nor a library has, another file of the program may. */
export function withPackageFunction(run: Run, event: CallEvent, result: Value): Value {
  const { name, match, expr } = event;
  if (!run.abilities.crossFile || match || expr.callee.k !== 'name') return result;
  const isUndeclared = name.depth === 1 && name.root === `~${expr.callee.name}`;
  return isUndeclared ? orGivenElsewhere(run, event, result) : result;
}

/**
 * `PdfExport.new(title)`: what a class is called says that its objects are records, and what goes into those is data of a database. A class of the program with a constructor of
 * its own keeps in its fields what that puts there.
 */
export function orMadeElsewhere(run: Run, event: CallEvent, result: Value): Value {
  const { name, expr } = event;
  if (!run.abilities.crossFile || !run.traits.openClasses || name.segment !== 'new' || !name.parent)
    return result;
  if (!isTypeName.test(name.parent.segment) || expr.callee.k !== 'member' || run.rules.knows(name.root))
    return result;
  const call = run.facts.linkedCall(name, event, 'modelled');
  const maker = [...name.parent.segments(), run.traits.constructorName];
  const asked = checkedTaint(result.taint, undefined, definitionAwaited(maker));
  return run.taintBoth(withTaint(result, asked), run.origins.callResult(call));
}

/** What is known here of the result, unless another file has the function, and then what that one gives. */
function orGivenElsewhere(run: Run, event: CallEvent, result: Value): Value {
  const call = run.facts.linkedCall(event.name, event, 'modelled');
  const asked = checkedTaint(result.taint, undefined, definitionAwaited(event.name.segments()));
  return run.taintBoth(withTaint(result, asked), run.origins.callResult(call));
}

/** Of which rules say nothing but what is read under any name. */
function isOnlyRead({ sources, sinks, returned, sanitizers }: NonNullable<CallEvent['match']>): boolean {
  return sources.every(({ on }) => on === 'read') && sinks.length + returned.length + sanitizers.length === 0;
}

/** A name of a framework, such as `Request`; a type that is called alike is one of many. */
function isOfFramework(run: Run, { name }: Value): boolean {
  return run.rules.knows(name!.root);
}

const isTypeName = /^(?:[A-Z]\w*|string|object)$/;
