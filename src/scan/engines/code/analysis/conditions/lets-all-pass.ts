import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/**
 * Whether a function gives on what it gets, whatever that is: it decides nothing, and calls nothing but methods of what it got
 * (`member.name = member.name.split("/", 1)[1]; return member`). A function that it calls might refuse something.
 */
export function letsAllPass(fn: FunctionIr): boolean {
  const own = new Set(fn.parameters.map(({ name }) => name));
  let gives = false;
  const open: Part[] = [...fn.body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (deciding.has(part.k)) return false;
    if (part.k === 'call' && !isOf(part.callee, own)) return false;
    if (part.k === 'return') {
      if (part.value?.k !== 'name' || !own.has(part.value.name)) return false;
      gives = true;
    }
    eachPart(part, (inner) => open.push(inner));
  }
  return gives;
}

/** Whether a method is called on one of these, or on a part of one. */
function isOf(callee: Expr, own: ReadonlySet<string>): boolean {
  if (callee.k !== 'member') return false;
  let object = callee.object;
  while (object.k === 'member' || object.k === 'index') object = object.object;
  return object.k === 'name' && own.has(object.name);
}

const deciding: ReadonlySet<Part['k']> = new Set([
  'if',
  'loop',
  'each',
  'switch',
  'try',
  'throw',
  'logic',
  'cond',
  'comprehension',
  'unknown',
]);
