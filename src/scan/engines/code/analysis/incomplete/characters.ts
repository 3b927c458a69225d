import type { CheckWords } from '../../knowledge/words/check-words.ts';
import type { Replacement, Sought } from './replacements.ts';
import type { Unit } from './units.ts';

/** Whether a text or an expression looks for a character by itself: the text, a class of an expression, or one of its alternatives. */
export function seeks(sought: Sought, character: string): boolean {
  if ('text' in sought) return sought.text === character;
  const members = membersOf(sought.pattern);
  return members !== undefined && holds(members, character);
}

/** What a class of characters, or a choice of characters, is made of. */
function membersOf(pattern: string): string | undefined {
  const bare = pattern.replace(/^\((?:\?:)?([\s\S]*)\)$/, '$1').replace(/[+*]\??$/, '');
  const inside = /^\[([^^](?:\\.|[^\]\\])*)\]$/.exec(bare)?.[1];
  if (inside !== undefined) return inside;
  return /^(?:\\.|[^\\[\](){}.*+?^$|])(?:\|(?:\\.|[^\\[\](){}.*+?^$|]))*$/.test(bare) ? bare : undefined;
}

function holds(members: string, character: string): boolean {
  if (character === '\n') return /\n|\\n|\\s|\\v|\\x0a/i.test(members);
  if (character === '\r') return /\r|\\r|\\s|\\v|\\x0d/i.test(members);
  if (character === '\\') return members.includes('\\\\');
  return members.includes(character);
}

/** Whether anything in a function may be about carriage returns, other than the ends of lines that it writes. */
export function knowsCarriageReturns(
  { texts, patterns, members }: Unit,
  replacements: readonly Replacement[],
  words: CheckWords,
): boolean {
  return (
    replacements.some(({ from }) => seeks(from, '\r')) ||
    texts.some(({ value }) => value.replaceAll('\r\n', '').includes('\r') || anyBreak.test(value)) ||
    patterns.some(({ pattern }) => anyBreak.test(pattern)) ||
    [...members].some((name) => words.has('lines', name))
  );
}

/** In an expression: a carriage return, blanks of all kinds, control characters, or all but some. */
const anyBreak = /\\r|\\s|\\R|\\v|\\x0d|\\u000d|\\c[mM]|\\p\{|\[:(?:space|cntrl)|\[\^/i;
