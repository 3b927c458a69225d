import type { Expr, Span } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import { call, named } from './arguments.ts';
import { docType } from './doc-types.ts';
import type { PhpLowering } from './lowering.ts';
import { target } from './targets.ts';

/** `$a[] = x` appends. */
export function lowerAssignment(php: PhpLowering, n: number): Expr {
  const span = php.span(n);
  const left = php.field(n, 'left');
  const value = php.expression(php.field(n, 'right'));
  if (php.kind(left) === 'subscript_expression' && php.named(left).length === 1) {
    const object = php.expression(php.firstNamed(left));
    return call({ k: 'member', object, property: 'append', ...span }, [{ value }], span);
  }
  const assigned = target(php, left);
  const written = assigned.k === 'name' ? docType(php, span, 'var') : undefined;
  if (assigned.k === 'name' && written !== undefined) assigned.written = written;
  return { k: 'assign', target: assigned, value, ...span };
}

export function lowerAugmented(php: PhpLowering, n: number): Expr {
  const op = php.slice(php.field(n, 'operator')).slice(0, -1);
  const value = php.expression(php.field(n, 'right'));
  const left = php.variables.whileAdding(() => target(php, php.field(n, 'left')));
  // Adding a number makes a number of whatever was there.
  const isSum = op === '+' && value.k === 'const' && typeof value.value === 'number';
  const counted = isSum && left.k === 'name' ? arithmetic(op, left, value, php.span(n)) : undefined;
  if (counted) return { k: 'assign', target: left, value: counted, ...php.span(n) };
  return { k: 'assign', target: left, value, op: op === '.' ? '+' : op, ...php.span(n) };
}

export function lowerBinary(php: PhpLowering, n: number): Expr {
  const chain: number[] = [];
  let at = n;
  while (php.kind(at) === 'binary_expression') {
    chain.push(at);
    at = php.field(at, 'left');
  }
  let left = php.expression(at);
  for (const node of chain.reverse()) {
    const op = php.slice(php.field(node, 'operator')).toLowerCase();
    const span = php.span(node);
    if (op === 'instanceof') {
      left = { k: 'binary', op, left, right: php.scope(php.field(node, 'right')), ...span };
      continue;
    }
    const right = php.expression(php.field(node, 'right'));
    left = operation(op, left, right, span);
  }
  return left;
}

function operation(op: string, left: Expr, right: Expr, span: Span): Expr {
  if (op === '&&' || op === 'and') return { k: 'logic', op: 'and', left, right, ...span };
  if (op === '||' || op === 'or') return { k: 'logic', op: 'or', left, right, ...span };
  if (op === '??') return { k: 'logic', op: 'nullish', left, right, ...span };
  const counted = arithmetic(op, left, right, span);
  if (counted) return counted;
  const asked = operators.get(op) ?? op;
  return (
    position(asked, left, right, span) ??
    position(asked, right, left, span) ?? { k: 'binary', op: asked, left, right, ...span }
  );
}

/** What is computed is a number, whatever it was computed from; `+` may also join arrays. */
function arithmetic(op: string, left: Expr, right: Expr, span: Span): Expr | undefined {
  const isNumber = (value: Expr) => value.k === 'const' && typeof value.value === 'number';
  const counts = op === '+' ? isNumber(left) || isNumber(right) : op === '*' || op === '%' || op === '**';
  if (!counts) return undefined;
  const result: Expr = { k: 'binary', op, left, right, ...span };
  return { k: 'binary', op: '-', left: result, right: { k: 'const', value: 0, ...span }, ...span };
}

/** `strpos($text, $part) === 0` asks how a text begins, `!== false` whether it holds the part. */
function position(op: string, left: Expr, right: Expr, span: Span): Expr | undefined {
  if (op !== '==' && op !== '!=') return undefined;
  if (left.k !== 'call' || left.callee.k !== 'name' || right.k !== 'const') return undefined;
  const [text, part] = left.args;
  if (!text || !part || !/^(?:mb_)?(?:stri?pos|strncmp|strncasecmp)$/.test(left.callee.name))
    return undefined;
  const isStart = right.value === 0;
  if (!isStart && (right.value !== false || !left.callee.name.endsWith('pos'))) return undefined;
  const holds: Expr = isStart
    ? { ...left, callee: { ...left.callee, name: 'str_starts_with' } }
    : { k: 'binary', op: 'in', left: part.value, right: text.value, ...span };
  return isStart === (op === '==') ? holds : { k: 'unary', op: '!', value: holds, ...span };
}

/** A match is the first arm whose value the subject equals. */
export function lowerMatch(php: PhpLowering, n: number): Expr {
  const span = php.span(n);
  const subject = php.expression(php.field(n, 'condition'));
  const isTrue = subject.k === 'const' && subject.value === true;
  const body = php.field(n, 'body');
  let otherwise: Expr = { k: 'const', value: null, ...span };
  const arms: Array<{ test: Expr; yes: Expr }> = [];
  for (const arm of php.named(body)) {
    const yes = php.expression(php.field(arm, 'return_expression'));
    const list = php.field(arm, 'conditional_expressions');
    if (isNone(list)) {
      otherwise = yes;
      continue;
    }
    const tests = php.named(list).map((node): Expr => {
      const value = php.expression(node);
      return isTrue ? value : { k: 'binary', op: '==', left: subject, right: value, ...span };
    });
    const test = tests.reduce((left, right) => ({ k: 'logic', op: 'or', left, right, ...span }));
    arms.push({ test, yes });
  }
  return arms.reduceRight<Expr>(
    (rest, { test, yes }) => ({ k: 'cond', test, yes, otherwise: rest, ...span }),
    otherwise,
  );
}

export function lowerConditional(php: PhpLowering, n: number): Expr {
  const span = php.span(n);
  const body = php.field(n, 'body');
  const test = php.expression(php.field(n, 'condition'));
  const otherwise = php.expression(php.field(n, 'alternative'));
  if (isNone(body)) return { k: 'logic', op: 'or', left: test, right: otherwise, ...span };
  return { k: 'cond', test, yes: php.expression(body), otherwise, ...span };
}

/** A cast to a number is as good as the function of that name. */
export function lowerCast(php: PhpLowering, n: number): Expr {
  const value = php.expression(php.field(n, 'value'));
  const name = casts.get(php.slice(php.field(n, 'type')).trim().toLowerCase());
  return name ? named(name, [value], php.span(n)) : value;
}

const casts = new Map([
  ['int', 'intval'],
  ['integer', 'intval'],
  ['float', 'floatval'],
  ['double', 'floatval'],
  ['bool', 'boolval'],
  ['boolean', 'boolval'],
]);
const operators = new Map([
  ['.', '+'],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
]);
