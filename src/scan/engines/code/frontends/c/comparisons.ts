import type { Expr } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { CLowering } from './lowering.ts';
import { lowerTarget } from './targets.ts';

/** Operators; comparisons of texts by `strcmp` become what they mean. */
export function lowerComparison(low: CLowering, n: number): Expr {
  const chain: number[] = [];
  let at = n;
  // Long chains lean to the left; they are walked, not recursed into.
  while (low.kind(at) === 'binary_expression') {
    chain.push(at);
    at = low.field(at, 'left');
  }
  let leftNode = at;
  let left: Expr | undefined;
  for (let i = chain.length - 1; i >= 0; i--) {
    const node = chain[i]!;
    left = binaryOf(low, node, leftNode, left);
    leftNode = node;
  }
  return left ?? low.missing();
}

function binaryOf(low: CLowering, n: number, leftNode: number, known: Expr | undefined): Expr {
  const op = low.slice(low.field(n, 'operator'));
  const rightNode = low.field(n, 'right');
  const span = low.span(n);
  if (op === '&&' || op === '||') {
    const left = known && !isTextTest(low, leftNode) ? known : lowerTruth(low, leftNode);
    return { k: 'logic', op: op === '&&' ? 'and' : 'or', left, right: lowerTruth(low, rightNode), ...span };
  }
  if (op === '==' || op === '!=') {
    const compared = textTest(low, leftNode, low.slice(rightNode), op === '==');
    if (compared) return compared;
  }
  const left = known ?? low.expression(leftNode);
  const right = low.expression(rightNode);
  // `std::cin >> name` fills the variable.
  if (op === '>>' && isInput(left)) {
    const target = lowerTarget(low, rightNode);
    const call: Expr = {
      k: 'call',
      callee: { k: 'name', name: 'cin', ...span },
      args: [{ value: right }],
      isNew: false,
      ...span,
    };
    return low.sequence([{ k: 'assign', target, value: call, ...span }, left], 1, n);
  }
  return { k: 'binary', op, left, right, ...span };
}

function isInput(left: Expr): boolean {
  if (left.k === 'name') return left.name === 'cin';
  return left.k === 'index' && left.object.k === 'list' && left.object.items.at(-1)?.value.k === 'name';
}

export function lowerNegation(low: CLowering, n: number): Expr {
  const op = low.slice(low.field(n, 'operator'));
  const argument = low.field(n, 'argument');
  if (op === '!') {
    const compared = textTest(low, argument, '0', true);
    if (compared) return compared;
    return { k: 'unary', op: '!', value: lowerTruth(low, argument), ...low.span(n) };
  }
  return { k: 'unary', op, value: low.expression(argument), ...low.span(n) };
}

/** A value where only its truth counts. */
export function lowerTruth(low: CLowering, n: number): Expr {
  if (isNone(n)) return low.missing();
  const kind = low.kind(n);
  if (kind === 'condition_clause') return lowerTruth(low, low.field(n, 'value'));
  if (kind === 'parenthesized_expression') return lowerTruth(low, low.firstNamed(n));
  return textTest(low, n, '0', false) ?? low.expression(n);
}

function isTextTest(low: CLowering, n: number): boolean {
  return low.kind(n) === 'call_expression' && tests.has(low.slice(low.field(n, 'function')));
}

/** `strcmp(a, b) == 0` and `strstr(a, b) != NULL`. */
function textTest(low: CLowering, n: number, right: string, isEqual: boolean): Expr | undefined {
  if (isNone(n) || !isTextTest(low, n) || !/^(?:0|NULL|nullptr)$/.test(right)) return undefined;
  const name = low.slice(low.field(n, 'function'));
  const [first, second] = low.named(low.field(n, 'arguments'));
  if (first === undefined || second === undefined) return undefined;
  const span = low.span(n);
  const [a, b] = [low.expression(first), low.expression(second)];
  if (name === 'strstr' || name === 'strchr' || name === 'strpbrk') {
    const found: Expr = {
      k: 'call',
      callee: { k: 'member', object: a, property: 'includes', ...span },
      args: [{ value: b }],
      isNew: false,
      ...span,
    };
    return isEqual ? { k: 'unary', op: '!', value: found, ...span } : found;
  }
  return { k: 'binary', op: isEqual ? '==' : '!=', left: a, right: b, ...span };
}

const tests = new Set(
  'strcmp strncmp strcasecmp strncasecmp stricmp _stricmp memcmp strstr strchr strpbrk wcscmp'.split(' '),
);
