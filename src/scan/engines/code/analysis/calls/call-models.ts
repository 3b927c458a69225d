import { type CallEvent, joinAll, partOf } from '../../domain/call-event.ts';
import { textOf } from '../../domain/constants.ts';
import { checkedTaint, clearLabels, joinTaints, stepTaint, type Taint } from '../../domain/taint.ts';
import { effectOf } from '../../domain/unknown-effect.ts';
import {
  deepTaint,
  isDynamic,
  leadsDown,
  literalValue,
  type PathForm,
  type Value,
} from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { allLabels, labelMask } from '../../knowledge/labels.ts';
import type { NameMatch, Sanitizer, Source } from '../../knowledge/rule-types.ts';
import { writeBack } from '../assignments.ts';
import { aliasOf } from '../conditions/alias-of.ts';
import { callHolds } from '../conditions/condition-scopes.ts';
import { isBare } from '../elsewhere/own-definition.ts';
import { sourceTaint } from '../guards/route-segment.ts';
import type { Run } from '../run.ts';
import { heldData, readByName } from '../schemas/held-data.ts';
import { madeSchema } from '../schemas/made-schema.ts';
import { notePassed } from '../schemas/passed-schemas.ts';
import { verdictBarriers } from '../schemas/verdicts.ts';
import { bindFunction, invokeFunction } from './handed-functions.ts';
import { orMadeElsewhere } from './linked/extension-call.ts';
import { strippedLabels } from './stripped-text.ts';

/** What the rules say about the result of a call: where it comes from, what it is, what was cleaned. */
export function applyModels(
  run: Run,
  event: CallEvent,
  match: NameMatch,
  value: Value,
  followed: boolean,
): Value {
  let result = value;
  for (const returned of match.returned) {
    if (!callHolds(run.file, event, returned.when)) continue;
    if (returned.tells !== undefined) run.facts.does(returned.tells);
    if (returned.invokes !== undefined) {
      const answer = invokeFunction(run, event, returned);
      if (returned.answers && answer) result = answer;
    }
    if (returned.receiver && event.receiver && event.receiverExpr)
      writeBack(run, event.receiverExpr, { ...event.receiver, name: run.rules.name(returned.receiver) });
    if (returned.from && !followed) {
      const parts = returned.from.flatMap((which) => partOf(event, which) ?? []);
      const taint = joinAll(parts);
      result = { ...result, taint: stepTaint(taint, event.expr), dynamic: result.dynamic };
      if (returned.from.length === 0) result = { ...result, taint: undefined };
    }
    if (returned.empty && run.abilities.shapes && event.args.length === 0 && !followed)
      result = {
        ...result,
        dynamic: false,
        taint: undefined,
        shape: {
          kind: returned.empty,
          // `dict(a=1)`: what is named is in it.
          fields: new Map(returned.empty === 'map' ? event.named : []),
          rest: undefined,
          length: returned.empty === 'list' ? 0 : undefined,
        },
      };
    const described = returned.text === undefined ? undefined : partOf(event, returned.text);
    const text = described && textOf(described);
    if (text !== undefined) result = { ...result, text };
    if (returned.form === 'same') result = { ...result, form: event.receiver?.form ?? event.args[0]?.form };
    else if (returned.form === 'trimmed') result = { ...result, form: trimmedForm(event.args[0]?.form) };
    else if (returned.form) result = withForm(result, event, returned.form);
    if (returned.pure && !followed) {
      const all = [...event.args, ...event.named.values(), ...(event.receiver ? [event.receiver] : [])];
      const isImported = event.receiver?.name !== undefined && !event.receiver.dynamic;
      result = {
        ...result,
        dynamic: (isImported ? all.slice(0, -1) : all).some((value) => isDynamic(value)),
      };
    }
    const made = returned.makes === undefined ? undefined : event.args[returned.makes];
    if (made?.name) {
      const called = made.name.called();
      const alias = aliasOf(run.file, run.rules.match(called));
      result = { ...result, name: alias ? run.rules.name(alias) : called, taint: undefined };
    }
    const given = returned.gives === undefined ? undefined : event.args[returned.gives];
    if (given) result = given;
    if (made?.instance) result = { ...result, instance: { ...made.instance, isClass: false } };
    const same = returned.same === undefined || followed ? undefined : partOf(event, returned.same);
    if (same) result = same;
    const isLate = returned.conforms?.value === 'result';
    const held = returned.conforms && !isLate && heldData(run, event, returned.conforms, result);
    if (held) result = held;
    const schema = returned.schema && madeSchema(run, event, returned.schema);
    if (schema) result = { ...literalValue, name: event.name.called(), schema };
    const bound = returned.binds === undefined ? undefined : bindFunction(run, event, returned.binds);
    if (bound) result = bound;
    if (returned.restores && result.taint)
      result = {
        ...result,
        taint: result.taint.map((entry) => ({ ...entry, mask: entry.mask | returned.restores })),
      };
    if (returned.checked && !followed)
      result = { ...result, taint: checkedTaint(result.taint, effectOf(event.name.segment)) };
    if (returned.as) result = { ...result, name: run.rules.name(returned.as) };
  }
  const whole = result;
  for (const sanitizer of match.sanitizers)
    if (
      sanitizer.on === 'call' &&
      !(followed && (sanitizer.elsewhere || (run.traits.openClasses && isBare(event)))) &&
      callHolds(run.file, event, sanitizer.when)
    )
      result = cleaned(result, clearedBy(event, sanitizer), sanitizer.harmless);
  if (result.taint && result.taint !== whole.taint) result = orMadeElsewhere(run, event, result);
  for (const source of match.sources)
    if (source.on === 'call' && callHolds(run.file, event, source.when))
      result = {
        ...result,
        dynamic: true,
        constant: undefined,
        taint: joinTaints(
          result.taint,
          guessed(source, sourceTaint(run, source, event.expr, event.args.at(-1)?.constant), event),
        ),
      };
  // Behind a call that throws where data has not passed, it has.
  if (event.receiver?.schema && match.guards.some(({ throws, verdict }) => throws && verdict))
    for (const barrier of verdictBarriers(run, event.receiver, true)) notePassed(run, barrier);
  for (const { conforms, reads } of match.returned) {
    if (conforms?.value === 'result') result = heldData(run, event, conforms, result) ?? result;
    if (reads !== undefined) result = readByName(run, event, reads, result);
  }
  for (const returned of match.returned) for (const which of returned.into) fill(run, event, which, result);
  return result;
}

/** Where only the name of a method says that it gives what comes from outside, that is not certain. */
function guessed({ isGuess }: Source, taint: Taint | undefined, { name }: CallEvent): Taint | undefined {
  return isGuess ? (checkedTaint(taint, effectOf(name.segment)) ?? taint) : taint;
}

/** What is normalised behind a slash of its own, `join('/', x)`, cannot climb above what is put in front of it. */
function withForm(value: Value, event: CallEvent, form: PathForm | 'resolved'): Value {
  if (form === 'downward') return { ...value, form };
  const [first, second] = event.args;
  const start = first && textOf(first);
  const isRooted =
    form !== 'relative' &&
    (start === '/' ? second !== undefined : start?.startsWith('/\0') === true || joinsRoot(event.expr));
  // An absolute path takes the place of what is in front of it where paths are resolved.
  const isInside = form !== 'resolved' && event.args.slice(1).some(leadsDown);
  return {
    ...value,
    form: isRooted ? 'rooted' : form === 'resolved' ? 'normal' : form,
    taint: isInside ? clearLabels(value.taint, pathLabels) : value.taint,
  };
}

/** What was resolved below the root leads nowhere above a folder, once its slash is gone. */
function trimmedForm(form: PathForm | undefined): PathForm | undefined {
  return form === 'rooted' ? 'downward' : form;
}

/** `os.path.normpath(os.path.join('/', x))`. */
function joinsRoot({ args }: CallEvent['expr']): boolean {
  const given = args[0]?.value;
  if (given?.k !== 'call' || given.callee.k !== 'member' || given.callee.property !== 'join') return false;
  const first = given.args[0]?.value;
  return first?.k === 'const' && first.value === '/' && given.args.length > 1;
}

const pathLabels = labelMask(['path']);

/** The call writes what it gives into a variable that it was handed. */
function fill(run: Run, event: CallEvent, which: number, result: Value): void {
  const given = which === receiverPart ? event.receiverExpr : event.expr.args[which]?.value;
  const before = which === receiverPart ? event.receiver : event.args[which];
  if (!given || !before || !(result.taint || (which !== receiverPart && result.dynamic))) return;
  writeBack(run, (which === receiverPart && startOfSame(run, event, before)) || given, {
    ...before,
    constant: undefined,
    shape: undefined,
    dynamic: true,
    taint: joinTaints(before.taint, result.taint),
  });
}

/** `builder.scheme('http').host(name)`: the variable that the chain begins with, where each link is what the variable is. */
function startOfSame(run: Run, event: CallEvent, { name }: Value): Expr | undefined {
  let start = event.receiverExpr;
  if (start?.k !== 'call' || !name) return undefined;
  while (start.k === 'call' && start.callee.k === 'member') start = start.callee.object;
  return start.k === 'name' && run.evaluate(start).name === name ? start : undefined;
}

/** What it says itself, and what follows from the characters that it leaves. */
function clearedBy(event: CallEvent, { clears, strips }: Sanitizer): number {
  return strips ? clears | strippedLabels(event, strips) : clears;
}

/** What was cleaned counts as known; only a cleaner of everything, or of line breaks alone, may leave something new behind. */
function cleaned(value: Value, clears: number, harmless: boolean, depth = 3): Value {
  if (clears === 0) return value;
  // Data with fields of which some are known: those stay what they are, and the rest is what it was.
  const isWhole = value.taint && !value.shape?.rest;
  const hasParts = value.shape?.kind === 'map' || (value.shape?.rest && !value.taint);
  const shape = isWhole || depth === 0 || !hasParts ? undefined : value.shape;
  const part = (field: Value) => cleaned(field, clears, harmless, depth - 1);
  return {
    ...value,
    taint: clearLabels(shape ? value.taint : deepTaint(value), clears),
    shape: shape && {
      kind: shape.kind,
      fields: new Map([...shape.fields].map(([key, field]) => [key, part(field)])),
      rest: shape.rest && part(shape.rest),
      length: shape.length,
    },
    dynamic: value.dynamic && (clears === allLabels || (clears & ~lineLabels) === 0) && !harmless,
  };
}

/** What a text without line breaks can do no more says nothing of all else. */
const lineLabels = labelMask(['log', 'header', 'mail']);

/** Among the arguments that a call fills, the object that it is called on. */
const receiverPart = -1;
