import type { Argument, Expr, Span, Stmt } from '../../ir/ir.ts';

/**
 * Functions of the standard library that take a block: `x.let { … }` calls it with x, `x.apply { … }` gives x back, `buildString { … }` gives the
 * text that the block appended. Undefined: not one of them.
 */
export function scopeFunction(
  object: Expr,
  name: string,
  args: readonly Argument[],
  span: Span,
): Expr | undefined {
  const block = args.at(-1)?.value;
  if (block?.k !== 'function' || args.length !== 1) return undefined;
  const given: Argument = { value: object };
  const called: Expr = { k: 'call', callee: block, args: [given], isNew: false, ...span };
  if (name === 'let') return called;
  if (name === 'run') return called;
  if (name === 'apply' || name === 'also') return { ...called, callee: givingBack(block) };
  if (name === 'takeIf' || name === 'takeUnless') {
    const nothing: Expr = { k: 'const', value: null, ...span };
    const [yes, otherwise] = name === 'takeIf' ? [object, nothing] : [nothing, object];
    return { k: 'cond', test: called, yes, otherwise, ...span };
  }
  return undefined;
}

/** The block, with the object that it was called on as its result. */
function givingBack(block: Expr & { k: 'function' }): Expr {
  const { fn, start, end } = block;
  const body = fn.body.map(
    (statement): Stmt =>
      statement.k === 'return' && statement.value
        ? { ...statement, k: 'expr', value: statement.value }
        : statement,
  );
  const [first] = fn.parameters;
  const name = first?.target.k === 'name' ? first.target.name : 'it';
  const value: Expr = { k: 'name', name, start, end };
  return { ...block, fn: { ...fn, body: [...body, { k: 'return', value, start, end }] } };
}

/** What a block appends to the text it builds: the arguments of its calls of `append`, in order. */
export function appendedBy(block: Expr, span: Span): Expr | undefined {
  if (block.k !== 'function') return undefined;
  const parts: Expr[] = [];
  for (const statement of block.fn.body) {
    const value = statement.k === 'expr' || statement.k === 'return' ? statement.value : undefined;
    if (value) parts.push(...appendedParts(value));
  }
  return parts.length ? { k: 'template', parts, ...span } : undefined;
}

function appendedParts(value: Expr): Expr[] {
  if (value.k !== 'call') return [];
  const { callee, args } = value;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  const before = callee.k === 'member' ? appendedParts(callee.object) : [];
  return /^append(?:Line)?$/.test(name) ? [...before, ...args.map((argument) => argument.value)] : before;
}
