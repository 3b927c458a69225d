import type { Expr, Stmt, Target } from './ir.ts';

/** Something of a program that has parts. */
export type Part = Expr | Stmt | Target;

type Take = (part: Part) => void;

/** Hands over the parts that a part of a program is made of; not the bodies of functions and classes. */
export function eachPart(part: Part, take: Take): void {
  switch (part.k) {
    case 'const':
    case 'regex':
    case 'name':
    case 'function':
    case 'class':
    case 'import':
    case 'export':
    case 'break':
    case 'continue':
    case 'none':
      return;
    case 'member':
      take(part.object);
      return;
    case 'index':
      take(part.object);
      take(part.index);
      return;
    case 'slice':
      take(part.object);
      all(part.parts, take);
      return;
    case 'call':
      take(part.callee);
      for (const { value } of part.args) take(value);
      return;
    case 'binary':
    case 'logic':
      take(part.left);
      take(part.right);
      return;
    case 'unary':
    case 'await':
    case 'yield':
      take(part.value);
      return;
    case 'cond':
      take(part.test);
      take(part.yes);
      take(part.otherwise);
      return;
    case 'template':
    case 'unknown':
      all(part.parts, take);
      return;
    case 'assign':
      take(part.target);
      take(part.value);
      return;
    case 'element':
      for (const { value } of part.attributes) if (value) take(value);
      all(part.children, take);
      return;
    case 'comprehension':
      for (const { target, iterable, conditions } of part.clauses) {
        take(target);
        take(iterable);
        all(conditions, take);
      }
      if (part.key) take(part.key);
      take(part.element);
      return;
    case 'list':
      eachItem(part, take);
      return;
    case 'map':
      eachEntry(part, take);
      return;
    case 'default':
      take(part.target);
      take(part.value);
      return;
    default:
      eachStatementPart(part, take);
      return;
  }
}

function eachStatementPart(part: Stmt, take: Take): void {
  switch (part.k) {
    case 'expr':
      take(part.value);
      return;
    case 'return':
    case 'throw':
      if (part.value) take(part.value);
      return;
    case 'if':
      take(part.test);
      all(part.yes, take);
      all(part.otherwise, take);
      return;
    case 'loop':
      if (part.test) take(part.test);
      all(part.body, take);
      if (part.update) take(part.update);
      return;
    case 'each':
      take(part.target);
      take(part.iterable);
      all(part.body, take);
      all(part.otherwise, take);
      return;
    case 'switch':
      take(part.subject);
      for (const { tests, guard, body } of part.cases) {
        all(tests, take);
        if (guard) take(guard);
        all(body, take);
      }
      return;
    case 'try':
      all(part.body, take);
      for (const { body } of part.handlers) all(body, take);
      all(part.otherwise, take);
      all(part.last, take);
      return;
    case 'block':
      all(part.body, take);
      return;
  }
}

/** A literal, or what a value is taken apart into. */
function eachItem(part: Part & { k: 'list' }, take: Take): void {
  for (const item of part.items)
    if (item) take('value' in item && !('k' in item) ? item.value : (item as Target));
  if ('rest' in part && part.rest) take(part.rest);
}

function eachEntry(part: Part & { k: 'map' }, take: Take): void {
  for (const entry of part.entries)
    if ('target' in entry) take(entry.target);
    else {
      if (entry.key) take(entry.key);
      take(entry.value);
    }
  if ('rest' in part && part.rest) take(part.rest);
}

function all(parts: readonly Part[], take: Take): void {
  for (const part of parts) take(part);
}
