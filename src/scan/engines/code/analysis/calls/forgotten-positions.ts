import type { CallEvent } from '../../domain/call-event.ts';
import { joinValues, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { writeBack } from '../assignments.ts';
import type { Run } from '../run.ts';

/**
 * A call of which nothing is known may move, remove or replace the items of a list: afterwards each of them may be anywhere in it. That holds for the
 * list that a method is called on, also through a part of it (`list.subList(0, 1).clear()`), and for one that is handed to a function that sorts or cuts it.
 */
export function forgetPositions(run: Run, event: CallEvent): void {
  if (!run.abilities.shapes) return;
  const { callee } = event.expr;
  const method = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  if (event.receiverExpr && !readers.test(method)) forget(run, ownerOf(event.receiverExpr), method);
  const sorts = event.receiverExpr?.k === 'name' && event.receiverExpr.name === 'sort';
  if (sorts || changers.test(method)) for (const { value } of event.expr.args) forget(run, value, method);
}

/** The list that a view of it, such as an iterator or a part, belongs to. */
function ownerOf(expr: Expr): Expr {
  let at = expr;
  while (at.k === 'call' && at.callee.k === 'member' && views.has(at.callee.property)) at = at.callee.object;
  return at;
}

function forget(run: Run, expr: Expr, method: string): void {
  if (expr.k !== 'name' && expr.k !== 'member' && expr.k !== 'index') return;
  const value = run.evaluate(expr);
  const { shape } = value;
  if (!shape || shape.fields.size === 0) return;
  // An object is no collection, though it has fields: only what changes any map counts there.
  if (shape.kind === 'map' && (value.instance || !mapChangers.has(method))) return;
  writeBack(run, expr, {
    ...value,
    shape: { kind: shape.kind, fields: new Map(), rest: anyOf(shape), length: undefined },
  });
}

function anyOf(shape: NonNullable<Value['shape']>): Value | undefined {
  let all = shape.rest;
  for (const field of shape.fields.values()) all = all ? joinValues(all, field) : field;
  return all;
}

const views = new Set(
  'subList iterator listIterator descendingIterator asReversed reversed slice view entrySet keySet values subvec mid dropFirst lock borrow borrow_mut as_mut iter_mut'.split(
    ' ',
  ),
);
/** Methods that only look. Those with a mark of change at the end do more than they are called. */
const readers =
  /^(?:get|is|has|to|as|into|index|last|find|some|every|contain|count|size|len|length|equals?|hash|stream|parallel|iter|enumerat|copy|copied|clone|dup|slice|concat|join|flat|map|filter|reduce|fold|for|each|min|max|sum|first|take|skip|drop|zip|sub|head|tail|peek|select|where|any|all|collect|group|partition|sorted|order|distinct|entries|keys|values|at|include|member|starts?|ends?|exists?|read|print|write|format|encode|decode|dump|freeze|dig|fetch|sample|inspect|empty|none|one|intersect|union|except|chunk|window|with|then|apply|let|also|run|use|call|send|item|element|nth|rev(?:ersed)?$|tally|describe|name|type|class|id|value|lower|upper|strip|trim|split|match|test|search|exec|query|start)(?![\s\S]*!$)/i;
/** Functions of libraries that change the list that they are given. */
const changers =
  /^(?:reverse|shuffle|sort(?:In|By|With)?|[uak]?r?sort|rotate|swap|fill|heapify|heappush|heappop|insort\w*|array_(?:shift|pop|push|unshift|splice|walk)|copy(?:Into|_within)?|Reverse|Sort\w*|Delete|Insert|Replace|Compact|removeIf|drain)$/;
const mapChangers = new Set([
  'replaceAll',
  'compute',
  'computeIfPresent',
  'merge',
  'clear',
  'removeIf',
  'retainAll',
  'removeAll',
  'retain',
]);
