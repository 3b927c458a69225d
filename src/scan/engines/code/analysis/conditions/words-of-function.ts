import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** The words that the names in a function are made of, in small letters: `newSessionId` has `new`, `session` and `id`. The functions inside of it count. */
export function wordsOfFunction(fn: FunctionIr): ReadonlySet<string> {
  const words = new Set<string>();
  addFunction(fn, words);
  const open: Part[] = [...fn.body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'function') {
      addFunction(part.fn, words);
      open.push(...part.fn.body);
    } else if (part.k === 'name') addWords(part.name, words);
    else if (part.k === 'member') addWords(part.property, words);
    else if (part.k === 'call') for (const { name } of part.args) if (name) addWords(name, words);
    eachPart(part, (inner) => open.push(inner));
  }
  return words;
}

function addFunction({ name, parameters }: FunctionIr, words: Set<string>): void {
  addWords(name, words);
  for (const parameter of parameters) addWords(parameter.name, words);
}

function addWords(name: string, words: Set<string>): void {
  for (const [word] of name.slice(0, maxName).matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g))
    words.add(word.toLowerCase());
}

const maxName = 200;
