import { fetchLabels } from '../../../domain/guarded-labels.ts';
import type { Expr, Stmt, Target } from '../../../ir/ir.ts';
import { harmlessWith } from '../../../knowledge/label-needs.ts';
import type { Run } from '../../run.ts';
import type { Barrier, BarriersOf } from '../barriers/barrier.ts';
import { memberBarriers } from '../closed-set.ts';
import { isLookedUp } from '../targets/looked-up.ts';
import { charactersWhere } from './character-tests.ts';

/** A condition that is asked of the elements of a collection. */
interface ElementTest {
  readonly collection: Expr;
  /** What an element is called in the condition. */
  readonly element: string;
  /** What fields of an element are called in the condition, where it is taken apart: `({ address }) => …`. */
  readonly fields?: ReadonlyArray<readonly [name: string, field: string]>;
  readonly condition: Expr;
}

/**
 * `allowed.some((one) => one === x)`, `any(x == one for one in allowed)`, `allowed.stream().noneMatch(x::equals)`: that one of them is the same says that
 * it is in the collection. `all(c.isalnum() for c in x)`: that all characters of a text are of a kind says what it can hold.
 */
export function elementBarriers(
  run: Run,
  call: Expr & { k: 'call' },
  positive: boolean,
  barriersOf: BarriersOf,
): Barrier[] | undefined {
  const { callee } = call;
  const method = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  const outcomes = methods.get(method);
  const test = outcomes && (testOf(call) ?? namedTest(run, call));
  if (!test) return undefined;
  // Whether there is one with this outcome, or whether all have the other one.
  const isThere = positive === outcomes.finds;
  if (!isThere) {
    const characters = charactersOf(test, !outcomes.outcome);
    if (characters.length > 0) return characters;
    return [
      ...ofEach(run, test, !outcomes.outcome, barriersOf),
      ...ofAddresses(run, test, !outcomes.outcome, barriersOf),
    ];
  }
  const same = sameAs(test, outcomes.outcome);
  return same ? memberBarriers(run, test.collection, same) : [];
}

/** `networks.any? { |one| one.include?(address) }`: where none of them has it, the condition says something about what is no element. */
function ofEach(
  run: Run,
  { collection, element, condition }: ElementTest,
  outcome: boolean,
  barriersOf: BarriersOf,
): Barrier[] {
  const { shape } = run.evaluate(collection);
  if (shape?.kind !== 'list' || !shape.fields.has('0')) return [];
  const { start, end } = collection;
  const index: Expr = { k: 'const', value: 0, start, end };
  const first: Expr = { k: 'index', object: collection, index, start, end };
  return barriersOf(withInstead(condition, element, first), outcome).filter(({ expr }) => expr !== first);
}

/** `addresses.some((one) => isPrivate(one))`: where that holds of none of the addresses of a host, it says something about the host. */
function ofAddresses(
  run: Run,
  { collection, element, fields, condition }: ElementTest,
  outcome: boolean,
  barriersOf: BarriersOf,
): Barrier[] {
  const value = run.evaluate(collection);
  if (!value.taint || !isLookedUp(value)) return [];
  const { start, end } = collection;
  const index: Expr = { k: 'const', value: 0, start, end };
  const first: Expr = { k: 'index', object: collection, index, start, end };
  const about = (fields ?? []).reduce<Expr>(
    (inner, [name, property]) =>
      withInstead(inner, name, { k: 'member', object: first, property, start, end }),
    withInstead(condition, element, first),
  );
  return barriersOf(about, outcome).flatMap(({ expr, clears, origins }) =>
    clears & fetchLabels && (origins || expr.start === start)
      ? [{ expr: collection, clears: clears & fetchLabels, origins: true }]
      : [],
  );
}

/** A condition with something else in the place of a variable. */
function withInstead(expr: Expr, name: string, by: Expr): Expr {
  const inner = (part: Expr) => withInstead(part, name, by);
  switch (expr.k) {
    case 'name':
      return expr.name === name ? by : expr;
    case 'member':
      return { ...expr, object: inner(expr.object) };
    case 'index':
      return { ...expr, object: inner(expr.object), index: inner(expr.index) };
    case 'call':
      return {
        ...expr,
        callee: inner(expr.callee),
        args: expr.args.map((argument) => ({ ...argument, value: inner(argument.value) })),
      };
    case 'unary':
      return { ...expr, value: inner(expr.value) };
    case 'logic':
    case 'binary':
      return { ...expr, left: inner(expr.left), right: inner(expr.right) };
    default:
      return expr;
  }
}

/** What is known behind a loop over the characters of a text that leaves the function at one that is not wanted. */
export function leavingBarriers(statement: Stmt & { k: 'each' | 'loop' }): Barrier[] {
  const [first, ...others] = statement.body;
  const each =
    statement.k === 'each' ? { target: statement.target, iterable: statement.iterable } : indexed(first);
  if (each?.target.k !== 'name' || (statement.k === 'each' && statement.keys)) return [];
  const { name: element } = each.target;
  const rest = statement.k === 'each' ? statement.body : others;
  const barriers: Barrier[] = [];
  for (const inner of rest) {
    if (inner.k !== 'if' || inner.otherwise.length > 0 || !leaves(inner.yes)) break;
    const test = { collection: each.iterable, element, condition: inner.test };
    barriers.push(...charactersOf(test, false, statement.k === 'loop'));
  }
  return barriers;
}

/** `c := s[i]` and `char c = s.charAt(i)` at the beginning of a loop. */
function indexed(first: Stmt | undefined) {
  const assigned =
    first?.k === 'expr' && first.value.k === 'assign' && !first.value.op ? first.value : undefined;
  const read = assigned?.value;
  if (!assigned || !read) return undefined;
  if (read.k === 'index') return { target: assigned.target, iterable: read.object };
  const isAt = read.k === 'call' && read.callee.k === 'member' && at.has(read.callee.property);
  return isAt && read.callee.k === 'member'
    ? { target: assigned.target, iterable: read.callee.object }
    : undefined;
}

function leaves(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  return last?.k === 'return' || last?.k === 'throw';
}

function charactersOf(
  { collection, element, condition }: ElementTest,
  outcome: boolean,
  isText = false,
): Barrier[] {
  const allowed = charactersWhere(condition, element, outcome);
  const text = textOf(collection);
  // Items of a list may be longer than a character: that none is a slash says nothing about slashes in them. That all are letters does.
  const isDenial = allowed.reduce((count, flag) => count + flag, 0) > maxAllowed;
  if (isDenial && text === collection && !isText) return [];
  const clears = harmlessWith(allowed);
  return clears ? [{ expr: text, clears }] : [];
}

function testOf({ callee, args }: Expr & { k: 'call' }): ElementTest | undefined {
  const given = args.find(({ value }) => value.k === 'function' || value.k === 'comprehension')?.value;
  if (given?.k === 'comprehension') {
    const [clause, more] = given.clauses;
    if (callee.k !== 'name' || !clause || more || clause.conditions.length > 0) return undefined;
    if (clause.target.k !== 'name') return undefined;
    return { collection: clause.iterable, element: clause.target.name, condition: given.element };
  }
  if (given?.k !== 'function' || callee.k !== 'member') return undefined;
  const [parameter] = given.fn.parameters;
  const [only, more] = given.fn.body;
  if (!parameter || only?.k !== 'return' || !only.value || more) return undefined;
  const fields = fieldsIn(parameter.target);
  const names = fields ? { element: '', fields } : { element: parameter.name };
  return { collection: listOf(callee.object), ...names, condition: only.value };
}

/** What the parts of an element are called where a parameter takes it apart. */
function fieldsIn(target: Target): ElementTest['fields'] {
  if (target.k !== 'map') return undefined;
  return target.entries.flatMap(({ key, target: part }) => (part.k === 'name' ? [[part.name, key]] : []));
}

/** `addresses.some(isPrivate)`: the condition is a call of the function. */
function namedTest(run: Run, { callee, args: [given, more] }: Expr & { k: 'call' }): ElementTest | undefined {
  if (callee.k !== 'member' || !given || more || given.value.k !== 'name') return undefined;
  if (!run.evaluate(given.value).closures) return undefined;
  const { start, end } = given.value;
  const element = '<element>';
  const value: Expr = { k: 'name', name: element, start, end };
  const condition: Expr = { k: 'call', callee: given.value, args: [{ value }], isNew: false, start, end };
  return { collection: listOf(callee.object), element, condition };
}

/** What an element is compared with, where the comparison has the outcome if both are the same. */
function sameAs({ condition, element }: ElementTest, outcome: boolean): Expr | undefined {
  if (condition.k !== 'binary' || condition.op !== (outcome ? '==' : '!=')) return undefined;
  const { left, right } = condition;
  const isElement = (expr: Expr) => expr.k === 'name' && expr.name === element;
  return isElement(left) ? right : isElement(right) ? left : undefined;
}

/** `list.stream()`, `Arrays.stream(list)` and `list.values()` have what the list has. */
function listOf(expr: Expr): Expr {
  if (expr.k !== 'call' || expr.callee.k !== 'member' || !streams.has(expr.callee.property)) return expr;
  return expr.args[0]?.value ?? expr.callee.object;
}

/** The text whose characters they are: `[...x]`, `x.split('')`, `x.chars()`, `x.toCharArray()`, `Array.from(x)`. */
export function textOf(expr: Expr): Expr {
  if (expr.k === 'list' && expr.items.length === 1 && expr.items[0]!.spread) return expr.items[0]!.value;
  if (expr.k !== 'call') return expr;
  const { callee, args } = expr;
  if (callee.k === 'name') return casts.has(callee.name) && args[0] ? args[0].value : expr;
  if (callee.k !== 'member') return expr;
  if (callee.property === 'from' && args[0]) return args[0].value;
  return takesApart.has(callee.property) &&
    args.every(({ value }) => value.k === 'const' && value.value === '')
    ? callee.object
    : expr;
}

interface Outcome {
  readonly finds: boolean;
  readonly outcome: boolean;
}

/** Whether a method is true where one element has the outcome (`finds`), or where none has it. */
const methods: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ...['some', 'any', 'any?', 'Any', 'anyMatch', 'exists', 'find', 'detect', 'contains'].map(
    (name) => [name, { finds: true, outcome: true }] as const,
  ),
  ...['none', 'none?', 'noneMatch'].map((name) => [name, { finds: false, outcome: true }] as const),
  ...['every', 'all', 'all?', 'All', 'allMatch', 'forall', 'allSatisfy'].map(
    (name) => [name, { finds: false, outcome: false }] as const,
  ),
]);

/** More characters than a list of what is allowed has. */
const maxAllowed = 100;
const at = new Set(['charAt', 'charCodeAt', 'codePointAt', 'at']);
const streams = new Set(['stream', 'values', 'iter', 'AsEnumerable', 'asSequence']);
const casts = new Set(['list', 'string', 'str']);
const takesApart = new Set(['split', 'chars', 'each_char', 'toCharArray', 'bytes', 'codePoints', 'toList']);
