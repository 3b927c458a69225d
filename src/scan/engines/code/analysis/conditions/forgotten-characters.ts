import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import { meaning, minRefused } from './filter-literals.ts';

/** Whether a function looks for the characters that mean something to a shell, one by one or in a class of an expression, and forgets the end of a line, which ends a command as well as `;` does. */
export function forgetsCharacters(fn: FunctionIr): boolean {
  const named = new Set<string>();
  const open: Part[] = [...fn.body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'function') open.push(...part.fn.body);
    else if (part.k === 'regex') addClasses(part.pattern, named);
    else if (part.k === 'const' && typeof part.value === 'string') addText(part.value, named);
    eachPart(part, (inner) => open.push(inner));
  }
  const refused = meaning.filter((character) => named.has(character)).length;
  return refused >= minRefused && !named.has('\n') && !named.has(everythingElse);
}

function addText(text: string, named: Set<string>): void {
  if (text.length > maxText) return;
  if (onlySigns.test(text)) for (const character of text) named.add(character);
  else if (/\[[^\]]*[;&|]/.test(text)) addClasses(text, named);
}

/** What is in the classes of an expression. One that lists what it allows forgets nothing. */
function addClasses(pattern: string, named: Set<string>): void {
  for (const [, negation, inside = ''] of pattern
    .slice(0, maxText)
    .matchAll(/\[(\^?)((?:\\.|[^\]\\])*)\]/g)) {
    if (negation) named.add(everythingElse);
    if (/\\[nsRvW]/.test(inside)) named.add('\n');
    for (const character of inside) named.add(character);
  }
}

const onlySigns = /^[;&|`$<>(){}[\]!#*?~"'\\^\s%@,=+:/-]+$/;
const everythingElse = 'all others';
const maxText = 200;
