import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** The texts that the conditions of a function ask for, in small letters: `kind == "text/html"`, `strings.HasPrefix(kind, "image/")`, cases of a switch. The functions inside of it count. */
export function askedTexts(fn: FunctionIr): ReadonlySet<string> {
  const texts = new Set<string>();
  const open: Part[] = [...fn.body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'function') open.push(...part.fn.body);
    for (const test of testsOf(part)) addTexts(test, texts);
    eachPart(part, (inner) => open.push(inner));
  }
  return texts;
}

function testsOf(part: Part): readonly Part[] {
  if (part.k === 'if' || part.k === 'cond') return [part.test];
  if (part.k === 'loop') return part.test ? [part.test] : [];
  // A function that gives the answer asks as well.
  if (part.k === 'return') return part.value && answers.has(part.value.k) ? [part.value] : [];
  return part.k === 'switch' ? part.cases.flatMap(({ tests }) => tests) : [];
}

function addTexts(test: Part, texts: Set<string>): void {
  const open: Part[] = [test];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'const' && typeof part.value === 'string' && part.value.length <= maxText)
      texts.add(part.value.toLowerCase());
    eachPart(part, (inner) => open.push(inner));
  }
}

const answers = new Set<Part['k']>(['binary', 'logic', 'unary', 'call']);
const maxText = 100;
