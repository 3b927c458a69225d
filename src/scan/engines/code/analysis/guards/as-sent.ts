import type { Expr, Span, Stmt, Target } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** Where data is read in a function, and what the function is made of. */
export interface Sent {
  readonly origin: Span;
  readonly body: readonly Stmt[];
  readonly text: string;
}

/**
 * Whether an expression is a value of the request just as it was sent: `req.query.name`, `request.args.get('name')`, or a variable that is set to nothing else, but for what stands in where
 * nothing was sent. Its last part, or what a function gives for it, is not.
 */
export function isAsSent(expr: Expr, sent: Sent, depth = 0): boolean {
  if (depth > maxDepth) return false;
  const inner = (part: Expr) => isAsSent(part, sent, depth + 1);
  if (expr.k === 'logic') return expr.op !== 'and' && expr.right.k === 'const' && inner(expr.left);
  if (expr.k === 'cond') return standIn(expr.yes, expr.otherwise, inner);
  if (expr.start === sent.origin.start && expr.end === sent.origin.end) return true;
  if (expr.k === 'name') {
    const values = valuesOf(sent.body).get(expr.name);
    return values ? values.every((value) => value !== undefined && inner(value)) : isOrigin(expr, sent);
  }
  if (expr.k !== 'member' && expr.k !== 'index' && expr.k !== 'call') return false;
  const whole = written(sent, sent.origin);
  const own = written(sent, expr);
  return own.startsWith(whole) && readsOne.test(own.slice(whole.length));
}

function standIn(yes: Expr, otherwise: Expr, isSent: (part: Expr) => boolean): boolean {
  if (yes.k === 'const') return isSent(otherwise);
  return isSent(yes) && (otherwise.k === 'const' || isSent(otherwise));
}

/** What the function was given: nothing in it sets it. */
function isOrigin(expr: Expr & { k: 'name' }, { origin, text }: Sent): boolean {
  return text.slice(origin.start, origin.end) === expr.name;
}

function written({ text }: Sent, { start, end }: Span): string {
  return text.slice(start, end).replace(/\s+/g, '');
}

/** What each variable is set to, in the order of the text; undefined for what is more than another name of something. */
function valuesOf(body: readonly Stmt[]): ReadonlyMap<string, ReadonlyArray<Expr | undefined>> {
  let values = known.get(body);
  if (!values) {
    values = gather(body);
    known.set(body, values);
  }
  return values;
}

const known = new WeakMap<readonly Stmt[], Map<string, Array<Expr | undefined>>>();

function gather(body: readonly Stmt[]): Map<string, Array<Expr | undefined>> {
  const values = new Map<string, Array<Expr | undefined>>();
  const set = (target: Target, value: Expr | undefined) => {
    for (const [name, whole] of namesIn(target, value)) {
      const list = values.get(name);
      if (list) list.push(whole);
      else values.set(name, [whole]);
    }
  };
  const open: Part[] = [...body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'assign') set(part.target, part.op === undefined ? part.value : undefined);
    else if (part.k === 'each') set(part.target, undefined);
    eachPart(part, (inner) => open.push(inner));
  }
  return values;
}

/** `{ name } = req.query` gives one value of what was sent to each. */
function namesIn(target: Target, value: Expr | undefined): Array<readonly [string, Expr | undefined]> {
  if (target.k === 'name') return [[target.name, value]];
  if (target.k === 'default') return namesIn(target.target, value);
  if (target.k === 'map') return target.entries.flatMap((entry) => namesIn(entry.target, value));
  if (target.k === 'list') return target.items.flatMap((item) => (item ? namesIn(item, undefined) : []));
  return [];
}

/** Fields, and entries by a fixed key, of what was sent; a character of a text has a number. */
const readsOne =
  /^(?:(?:\??\.|->)(?:(?:get|getOrDefault|fetch|dig|input|query|post|param|params|value|first)\((?:'[^']*'|"[^"]*"|:\w+)(?:,(?:'[^']*'|"[^"]*"|null|nil|None))?\)|[A-Za-z_]\w*(?![\w(]))|\??\.?\[(?:'[^'\]]+'|"[^"$\]]+"|:\w+)\])*$/;
const maxDepth = 6;
