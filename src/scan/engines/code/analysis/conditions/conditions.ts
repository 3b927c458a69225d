import { isCatastrophic } from '../../../../formats/regex/catastrophic-pattern.ts';
import { isPolynomial } from '../../../../formats/regex/polynomial-pattern.ts';
import { textOf } from '../../domain/constants.ts';
import type { Origin } from '../../domain/taint.ts';
import { deepTaint, isDynamic, leadsDown, type Value } from '../../domain/value.ts';
import type { Constant } from '../../ir/ir.ts';
import { allLabels, labelMask } from '../../knowledge/labels.ts';
import { matchesName } from '../../knowledge/name-pattern.ts';
import type { Condition, Forgotten } from '../../knowledge/rule-types.ts';
import { letsAllPass } from './lets-all-pass.ts';

/** What the conditions of a rule are asked about. */
export interface ConditionScope {
  readonly part: (which: number | string) => Value | undefined;
  /** Whether an expression is found in the source text of a part. */
  readonly says: (which: number | string, expression: RegExp) => boolean;
  /** The part may be there although it is not seen (spread arguments). */
  readonly mayHold: (which: number | string) => boolean;
  /** Whether the file imports one of these packages. */
  readonly imports: (packages: readonly string[]) => boolean;
  /** Whether the function around the place calls one of these. */
  readonly calls: (names: readonly string[]) => boolean;
  /** Whether a name in the function around the place has one of these words. */
  readonly naming: (words: readonly string[]) => boolean;
  /** Whether a condition of the function around the place asks for one of these texts. */
  readonly asks: (texts: readonly string[]) => boolean;
  /** Whether the function around the place refuses some of these, and forgets others. */
  readonly forgets: (what: Forgotten) => boolean;
}

/** `label` is what the rule is about, zero for nothing: a value that was cleaned for it does not count as open. */
export function conditionsHold(when: readonly Condition[], scope: ConditionScope, label = 0): boolean {
  for (let i = 0; i < when.length; i++) {
    const condition = when[i]!;
    if (holds(condition, scope, label) === condition.not) return false;
  }
  return true;
}

function holds(condition: Condition, scope: ConditionScope, label: number): boolean {
  if (condition.imports) return scope.imports(condition.imports);
  if (condition.calls) return scope.calls(condition.calls);
  if (condition.naming) return scope.naming(condition.naming);
  if (condition.asks) return scope.asks(condition.asks);
  if (condition.forgets) return scope.forgets(condition.forgets);
  if (condition.source) {
    const which =
      condition.args.find(
        (arg) =>
          arg === 'call' ||
          arg === 'file' ||
          arg === 'text' ||
          arg === 'before' ||
          arg === 'function' ||
          arg === 'receiver' ||
          arg === 'element' ||
          scope.part(arg),
      ) ?? condition.args[0]!;
    if (!scope.says(which, condition.source)) return false;
    if (condition.asksOnlySource) return true;
  }
  let value: Value | undefined;
  for (const which of condition.args) {
    value = scope.part(which);
    if (value) break;
  }
  if (!value && condition.args.some((which) => scope.mayHold(which))) return false;
  const keyed = withinKeys(value, condition.keys);
  if (condition.missing !== undefined) {
    if (keyed === 'open') return false;
    return (keyed === undefined) === condition.missing;
  }
  if (keyed === undefined || keyed === 'open') return false;
  return valueHolds(condition, keyed, label);
}

function withinKeys(value: Value | undefined, keys: readonly string[]): Value | undefined | 'open' {
  let at = value;
  for (const key of keys) {
    if (!at) return undefined;
    if (!at.shape) return at.constant === undefined ? 'open' : undefined;
    const field: Value | undefined = at.shape.fields.get(key);
    if (!field && at.shape.rest) return 'open';
    at = field;
  }
  return at;
}

function valueHolds(condition: Condition, value: Value, label: number): boolean {
  const { constant, either } = value;
  // One of a few constants: what holds for one of them can happen.
  if (either && constant === undefined && asksForConstant(condition))
    return either.some((each) =>
      valueHolds(condition, { ...value, constant: each, either: undefined, text: undefined }, label),
    );
  if (condition.is && !(constant !== undefined && condition.is.includes(constant))) return false;
  if (condition.matches && !(typeof constant === 'string' && condition.matches.test(constant))) return false;
  if (condition.text) {
    const text = textOf(value);
    if (text === undefined || !condition.text.test(text)) return false;
  }
  if (condition.below !== undefined && !(typeof constant === 'number' && constant < condition.below))
    return false;
  if (condition.above !== undefined && !(typeof constant === 'number' && constant > condition.above))
    return false;
  if (condition.name && !(value.name && condition.name.some((pattern) => matchesName(pattern, value.name!))))
    return false;
  if (condition.dynamic !== undefined && isOpen(value, label) !== condition.dynamic) return false;
  if (
    condition.built !== undefined &&
    ((value.text?.includes('\0') ?? false) && isOpen(value, label)) !== condition.built
  )
    return false;
  if (condition.function !== undefined && (value.closures !== undefined) !== condition.function) return false;
  if (condition.object !== undefined && (value.shape?.kind === 'map') !== condition.object) return false;
  if (condition.list !== undefined && (value.shape?.kind === 'list') !== condition.list) return false;
  if (condition.gives !== undefined && !givesAlways(value, condition.gives)) return false;
  if (condition.passes !== undefined && passesAll(value) !== condition.passes) return false;
  if (condition.rooted !== undefined && leadsDown(value) !== condition.rooted) return false;
  if (condition.normal !== undefined && (value.form !== undefined) !== condition.normal) return false;
  if (condition.permissive !== undefined && isPermissive(value) !== condition.permissive) return false;
  if (condition.catastrophic !== undefined) {
    const pattern = textOf(value);
    if (pattern === undefined || isCatastrophic(pattern) !== condition.catastrophic) return false;
  }
  if (condition.polynomial !== undefined) {
    const pattern = textOf(value);
    if (pattern === undefined || isPolynomial(pattern) !== condition.polynomial) return false;
  }
  if (condition.escaped !== undefined && !isEscaped(value, condition.escaped)) return false;
  if (condition.kinds) {
    const { kinds } = condition;
    const taint = deepTaint(value) ?? [];
    if (
      !taint.some(
        (entry) =>
          (entry.mask & (label === 0 ? harmful : label)) !== 0 &&
          !(label & pages && isCount(entry.origin)) &&
          (entry.origin.k === 'source' ? kinds.includes(entry.origin.kind) : isArgument(entry.origin, kinds)),
      )
    )
      return false;
  }
  return true;
}

/** Only an escape leaves all other kinds of harm: a number or one of a list can do none. */
function isEscaped(value: Value, label: number): boolean {
  const taint = (deepTaint(value) ?? []).filter(
    ({ origin }) => origin.k === 'source' && origin.kind === 'remote',
  );
  const others = anyText & ~label;
  return taint.some(({ mask }) => !(mask & label) && (mask & others) === others);
}

function asksForConstant({ is, matches, text, below, above, permissive }: Condition): boolean {
  return Boolean(is ?? matches ?? text) || (below ?? above ?? permissive) !== undefined;
}

/** What a caller gives; fields of the object itself are the class's own. */
function isArgument(origin: Origin, kinds: readonly string[]): boolean {
  if (origin.k === 'parameter' && origin.index === -1) return false;
  if (kinds.includes('parameter')) return true;
  if (origin.k !== 'parameter') return false;
  return kinds.includes('argument') || (origin.field === undefined && kinds.includes('whole-argument'));
}

/** Whether something other than literals takes part, as far as the label is concerned. */
function isOpen(value: Value, label: number): boolean {
  const taint = label === 0 ? undefined : deepTaint(value);
  if (!taint) return isDynamic(value);
  return taint.some(({ mask, origin }) => mask & label && !(label & pages && isCount(origin)));
}

/** The number of a record that a caller gives: what a page shows of it is no text of anybody. */
function isCount(origin: Origin): boolean {
  return origin.k === 'parameter' && origin.field !== undefined && counts.has(origin.field);
}

const pages = labelMask(['html']);
const counts: ReadonlySet<string> = new Set([
  'id',
  '_id',
  'pk',
  'uuid',
  'index',
  'count',
  'length',
  'size',
  'total',
]);

/** A function that refuses nothing of what it gets. */
function passesAll({ closures = [] }: Value): boolean {
  return closures.length > 0 && closures.every(({ fn }) => letsAllPass(fn));
}

/** A function that does nothing but give one constant. */
function givesAlways(value: Value, constant: Constant): boolean {
  const bodies = (value.closures ?? []).map(({ fn }) => fn.body);
  return (
    bodies.length > 0 &&
    bodies.every(
      ([first]) => first?.k === 'return' && first.value?.k === 'const' && first.value.value === constant,
    )
  );
}

/** A mode that lets the world write or run, or the group write. */
function isPermissive({ constant }: Value): boolean {
  return typeof constant === 'number' && (constant & 0o023) !== 0;
}

/** What an escape for pages or statements leaves as it is. */
const anyText = labelMask(['shell', 'path', 'url', 'redirect', 'header']);

/** Of a number nothing is left but its size. */
const harmful = allLabels & ~labelMask(['number']);
