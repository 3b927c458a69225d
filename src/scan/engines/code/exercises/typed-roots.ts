import type { Use } from './grammar.ts';
import { isWord, type PlainName, type Root } from './grammar.ts';

/** How a language with declared types writes them. */
export interface TypedWords {
  /** A parameter of a type. */
  readonly parameter: (type: string, name: string) => string;
  /** A variable as an expression, of its plain name. */
  readonly variable: (name: string) => string;
  /** A parameter of which nothing is known but the name. */
  readonly untyped: (name: string) => string;
  /** A class that is reached through the names around it. */
  readonly type: (parts: readonly string[]) => string;
}

/** `Type().member` is a member of an object of the type, `Type.member` one of the class, and `Type` that is called makes one. */
export function typedRoots(words: TypedWords, name: PlainName, use: Use): Root[] {
  const [first = '', ...rest] = name;
  if (first.startsWith('~')) {
    const variable = first.slice(1).replace(/^\$/, '');
    if (!isWord(variable)) return [];
    const expression = words.variable(variable);
    // A field that a base class declares, or the result of one of its methods.
    return [
      { expression, rest },
      { expression: variable, rest },
      { parameters: [words.untyped(variable)], expression, rest },
    ];
  }
  const found: Root[] = [];
  const call = name.indexOf('()');
  const type = name.slice(0, call < 0 ? name.length : call);
  if (!type.every(isWord)) return [];
  const written = words.type(type);
  if (call > 0)
    found.push({
      parameters: [words.parameter(written, 'subject')],
      expression: words.variable('subject'),
      rest: name.slice(call + 1),
    });
  if (call < 0 && use === 'call') found.push({ expression: written, rest: [], isMade: true });
  for (let length = type.length; length > 0; length--)
    found.push({ expression: words.type(type.slice(0, length)), rest: name.slice(length) });
  return found;
}
