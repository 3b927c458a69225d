import { clearLabels, type Taint } from '../../../domain/taint.ts';
import {
  type Closure,
  deepTaint,
  isDynamic,
  unknownValue,
  type Value,
  withTaint,
} from '../../../domain/value.ts';
import { blockName } from '../../../ir/block-name.ts';
import type { Expr, FunctionIr, Stmt } from '../../../ir/ir.ts';
import { harmlessWith } from '../../../knowledge/label-needs.ts';
import { elementOf } from '../../members.ts';
import type { Method, Run } from '../../run.ts';
import { charactersWhere } from './character-tests.ts';
import { textOf } from './element-tests.ts';

/**
 * `list.filter((x) => allowed.includes(x))`, `list.select { |x| allowed.include?(x) }`, `stream.filter(allowed::contains)`: what is left of a list has
 * passed the test or, where `outcome` is false, has not.
 */
export function keptElements(inner: Method, outcome = true): Method {
  return (run, event, receiver) => {
    const result = inner(run, event, receiver);
    const [given, more] = event.expr.args;
    const item = given && !more ? elementOf(run, receiver) : undefined;
    if (!given || !item || !deepTaint(item)) return result;
    const characters = keptCharacters(event.expr, given.value, outcome);
    if (characters) return cleared(result, item, characters);
    const closure = (event.args[0] ?? event.named.get(blockName))?.closures?.[0];
    const test = given.value.k === 'function' ? closure : namedTest(run, given.value);
    const keeper = test && keeperOf(test.fn, outcome);
    if (!test || !keeper) return result;
    const passed = run.runClosure({ ...test, fn: keeper }, [item], undefined);
    const before = deepTaint(item);
    const left = narrowed(before, deepTaint(passed));
    // A test that says nothing leaves all that was known of the list.
    if (left?.length === before?.length && left?.every((entry, i) => entry === before![i])) return result;
    const kept = item.shape ? passed : { ...withTaint(item, left), dynamic: isDynamic(passed) };
    return {
      ...unknownValue,
      name: receiver.name,
      dynamic: isDynamic(kept),
      shape: { kind: 'list', fields: new Map(), rest: kept, length: undefined },
    };
  };
}

/** What the characters of a text can do no more that pass a test: `[...x].filter((c) => /\w/.test(c))`, `x.Where(char.IsLetterOrDigit)`. */
function keptCharacters({ callee }: Expr & { k: 'call' }, test: Expr, outcome: boolean): number {
  if (callee.k !== 'member') return 0;
  const isApart = textOf(callee.object) !== callee.object;
  const [parameter] = test.k === 'function' ? test.fn.parameters : [];
  const [only, more] = test.k === 'function' ? test.fn.body : [];
  if (parameter && only?.k === 'return' && only.value && !more)
    return isApart || asksType(only.value)
      ? harmlessWith(charactersWhere(only.value, parameter.name, outcome))
      : 0;
  if (test.k !== 'member' || !isType(test.object)) return 0;
  const { start, end } = test;
  const element: Expr = { k: 'name', name: '<element>', start, end };
  const asked: Expr = { k: 'call', callee: test, args: [{ value: element }], isNew: false, start, end };
  return harmlessWith(charactersWhere(asked, '<element>', outcome));
}

/** Whether a condition asks the class of characters, so that it is about one. */
function asksType(condition: Expr): boolean {
  if (condition.k === 'logic') return asksType(condition.left) || asksType(condition.right);
  if (condition.k === 'unary') return asksType(condition.value);
  return condition.k === 'call' && condition.callee.k === 'member' && isType(condition.callee.object);
}

function isType(expr: Expr): boolean {
  return expr.k === 'name' && (expr.name === 'char' || expr.name === 'Char' || expr.name === 'Character');
}

function cleared(result: Value | undefined, item: Value, clears: number): Value {
  const rest = { ...item, taint: clearLabels(deepTaint(item), clears), shape: undefined };
  return {
    ...unknownValue,
    name: result?.name,
    dynamic: isDynamic(item),
    shape: { kind: 'list', fields: new Map(), rest, length: undefined },
  };
}

/** What is left of data behind a test; the way into the test and out of it is none that it takes. */
function narrowed(before: Taint | undefined, after: Taint | undefined): Taint | undefined {
  return before?.flatMap((entry) => {
    const left = after?.filter(({ origin }) => origin.id === entry.origin.id) ?? [];
    const mask = left.reduce((all, each) => all | each.mask, 0) & entry.mask;
    const check = left.find((each) => each.check !== undefined)?.check;
    if (mask === entry.mask && (check === undefined || entry.check !== undefined)) return [entry];
    return mask ? [{ ...entry, mask, check: entry.check ?? check }] : [];
  });
}

/** `OK::contains`, `allowed.Contains`: the function that asks this of what it gets. */
function namedTest({ frame }: Run, callee: Expr): Closure | undefined {
  if (callee.k !== 'member' && callee.k !== 'name') return undefined;
  const { start, end } = callee;
  const span = { start, end };
  const name = '<element>';
  const element: Expr & { k: 'name' } = { k: 'name', name, ...span };
  const value: Expr = { k: 'call', callee, args: [{ value: element }], isNew: false, ...span };
  const fn: FunctionIr = {
    name: '',
    parameters: [
      { name, target: element, kind: 'plain', otherwise: undefined, type: undefined, decorators: [] },
    ],
    body: [{ k: 'return', value, ...span }],
    decorators: [],
    heading: span,
    locals: new Set([name]),
    className: undefined,
    isStatic: false,
    ownsThis: false,
    size: 4,
    exported: false,
    ...span,
  };
  return { fn, frame, self: undefined };
}

/** A function of one condition, as one that gives its argument where the condition has this outcome. */
function keeperOf(fn: FunctionIr, outcome: boolean): FunctionIr | undefined {
  const [parameter] = fn.parameters;
  const [only, more] = fn.body;
  if (parameter?.target.k !== 'name' || only?.k !== 'return' || !only.value || more) return undefined;
  const { start, end } = only;
  const element: Expr = { k: 'name', name: parameter.target.name, start, end };
  const gives: Stmt[] = [{ k: 'return', value: element, start, end }];
  const nothing: Stmt[] = [{ k: 'return', value: { k: 'const', value: null, start, end }, start, end }];
  const [yes, otherwise] = outcome ? [gives, nothing] : [nothing, gives];
  return { ...fn, body: [{ k: 'if', test: only.value, yes, otherwise, start, end }] };
}
