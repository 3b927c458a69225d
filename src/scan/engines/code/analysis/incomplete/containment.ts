import type { Expr } from '../../ir/ir.ts';

/** `x.includes(y)`, `y in x`, `strings.Contains(x, y)`, `strpos(x, y) !== false`: what is looked for, and where; `holds` is false where the test asks that it is not there. */
interface Containment {
  readonly whole: Expr;
  readonly what: Expr;
  readonly holds: boolean;
}

export function containment(test: Expr): Containment | undefined {
  if (test.k === 'binary') {
    if (test.op === 'in' || test.op === 'not in')
      return { whole: test.right, what: test.left, holds: test.op === 'in' };
    const found = foundBy(test.op, test.right);
    const inner = found === undefined ? undefined : search(test.left, positions);
    return inner && { ...inner, holds: found! };
  }
  const found = search(test, containers);
  return found && { ...found, holds: true };
}

interface Ends {
  readonly whole: Expr;
  readonly part: Expr;
  readonly at: 'start' | 'end';
}

/** `x.startsWith(y)`, `strings.HasSuffix(x, y)`, `x[0] == y`, `substr(x, 0, 1) === y`, `strpos(x, y) === 0`. */
export function endsOf(test: Expr): Ends | undefined {
  if (test.k === 'call') {
    const { callee, args } = test;
    const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
    const at = starting.has(name) ? 'start' : ending.has(name) ? 'end' : undefined;
    if (!at) return undefined;
    const isPlain =
      callee.k === 'name' ||
      (callee.k === 'member' && callee.object.k === 'name' && callee.object.name === 'strings');
    const [whole, part] = isPlain
      ? [args[0]?.value, args[1]?.value]
      : [callee.k === 'member' ? callee.object : undefined, args[0]?.value];
    return whole && part ? { whole, part, at } : undefined;
  }
  if (test.k !== 'binary' || (test.op !== '==' && test.op !== '===')) return undefined;
  const { left, right } = test;
  if (left.k === 'index' && left.index.k === 'const' && left.index.value === 0)
    return { whole: left.object, part: right, at: 'start' };
  if (left.k !== 'call') return undefined;
  const name = left.callee.k === 'name' ? left.callee.name : '';
  const [first, second] = left.args.map(({ value }) => value);
  if (name === 'substr' && first && second?.k === 'const' && second.value === 0)
    return { whole: first, part: right, at: 'start' };
  if (
    left.callee.k === 'member' &&
    left.callee.property === 'charAt' &&
    first?.k === 'const' &&
    first.value === 0
  )
    return { whole: left.callee.object, part: right, at: 'start' };
  const found = right.k === 'const' && right.value === 0 ? search(left, positions) : undefined;
  return found && { whole: found.whole, part: found.what, at: 'start' };
}

function search(test: Expr, names: ReadonlySet<string>): { whole: Expr; what: Expr } | undefined {
  if (test.k !== 'call') return undefined;
  const { callee, args } = test;
  const [first, second] = args.map(({ value }) => value);
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  if (!names.has(name) || !first) return undefined;
  if (callee.k === 'member' && !(callee.object.k === 'name' && callee.object.name === 'strings'))
    return { whole: callee.object, what: first };
  return second && { whole: first, what: second };
}

/** Whether a comparison of a position says that something was found. */
function foundBy(op: string, right: Expr): boolean | undefined {
  const value =
    right.k === 'unary' && right.op === '-' && right.value.k === 'const'
      ? -Number(right.value.value)
      : right.k === 'const'
        ? right.value
        : undefined;
  if (value === -1 || value === false || value === null) {
    if (op === '!=' || op === '!==' || op === '>') return true;
    return op === '==' || op === '===' ? false : undefined;
  }
  return value === 0 && op === '>=' ? true : value === 0 && op === '<' ? false : undefined;
}

const containers = new Set(['includes', 'contains', 'Contains', 'include?', 'str_contains', 'ContainsRune']);
const positions = new Set(['indexOf', 'IndexOf', 'Index', 'find', 'strpos', 'stripos', 'mb_strpos', 'index']);
const starting = new Set([
  'startsWith',
  'StartsWith',
  'startswith',
  'start_with?',
  'HasPrefix',
  'str_starts_with',
]);
const ending = new Set(['endsWith', 'EndsWith', 'endswith', 'end_with?', 'HasSuffix', 'str_ends_with']);
