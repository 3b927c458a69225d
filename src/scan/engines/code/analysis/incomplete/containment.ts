import { calledName, holderOf } from '../../ir/called-name.ts';
import type { Expr } from '../../ir/ir.ts';
import type { CheckWords, WordRole } from '../../knowledge/words/check-words.ts';

/** `x.includes(y)`, `y in x`, `strings.Contains(x, y)`, `strpos(x, y) !== false`: what is looked for, and where; `holds` is false where the test asks that it is not there. */
interface Containment {
  readonly whole: Expr;
  readonly what: Expr;
  readonly holds: boolean;
}

export function containment(test: Expr, words: CheckWords): Containment | undefined {
  if (test.k === 'binary') {
    if (test.op === 'in' || test.op === 'not in')
      return { whole: test.right, what: test.left, holds: test.op === 'in' };
    const found = foundBy(test.op, test.right);
    const inner = found === undefined ? undefined : search(test.left, 'finds', words);
    return inner && { ...inner, holds: found! };
  }
  const found = search(test, 'contains', words);
  return found && { ...found, holds: true };
}

interface Ends {
  readonly whole: Expr;
  readonly part: Expr;
  readonly at: 'start' | 'end';
}

/** `x.startsWith(y)`, `strings.HasSuffix(x, y)`, `x[0] == y`, `substr(x, 0, 1) === y`, `strpos(x, y) === 0`. */
export function endsOf(test: Expr, words: CheckWords): Ends | undefined {
  if (test.k === 'call') {
    const { callee, args } = test;
    const name = calledName(test);
    const at = words.has('starts', name) ? 'start' : words.has('ends', name) ? 'end' : undefined;
    if (!at) return undefined;
    const isPlain = callee.k === 'name' || words.has('textModules', holderOf(test));
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
  if (words.has('parts', name) && first && second?.k === 'const' && second.value === 0)
    return { whole: first, part: right, at: 'start' };
  if (
    left.callee.k === 'member' &&
    words.has('characters', left.callee.property) &&
    first?.k === 'const' &&
    first.value === 0
  )
    return { whole: left.callee.object, part: right, at: 'start' };
  const found = right.k === 'const' && right.value === 0 ? search(left, 'finds', words) : undefined;
  return found && { whole: found.whole, part: found.what, at: 'start' };
}

function search(test: Expr, role: WordRole, words: CheckWords): { whole: Expr; what: Expr } | undefined {
  if (test.k !== 'call') return undefined;
  const { callee, args } = test;
  const [first, second] = args.map(({ value }) => value);
  if (!words.has(role, calledName(test)) || !first) return undefined;
  if (callee.k === 'member' && !words.has('textModules', holderOf(test)))
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
