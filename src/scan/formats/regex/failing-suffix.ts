import type { PatternAutomaton } from './pattern-automaton.ts';
import type { CharacterSet } from './pattern-reader.ts';

/**
 * Whether a pattern can still fail after a text was read many times from one of its places on: only then it tries all ways. The text is given
 * by the characters that may be at each of its places.
 */
export function canFailAfter(
  automaton: PatternAutomaton,
  place: number,
  text: readonly CharacterSet[],
): boolean {
  const chars = text.map((set) => set.indexOf(1));
  if (chars.includes(-1)) return true;
  let places: ReadonlySet<number> = new Set([place]);
  for (let round = 0; round < maxRounds; round++)
    for (const char of chars) {
      places = after(automaton, places, char);
      // A part of the text is a match, whatever follows.
      if (hasMatched(automaton, places)) return false;
    }
  return hasFailingEnd(automaton, places);
}

/** Goes through all that can follow, by kinds of characters, until the pattern gets stuck or the text ends too early. */
function hasFailingEnd(automaton: PatternAutomaton, start: ReadonlySet<number>): boolean {
  const kinds = charactersOf(automaton.sets);
  const seen = new Set([keyOf(start)]);
  const front = [start];
  for (let i = 0; i < front.length; i++) {
    const places = front[i]!;
    if (places.size === 0 || ![...places].some((place) => automaton.lastAtEnd.has(place))) return true;
    for (const char of kinds) {
      const next = after(automaton, places, char);
      const key = keyOf(next);
      if (hasMatched(automaton, next) || seen.has(key)) continue;
      if (seen.size > maxStates) return true;
      seen.add(key);
      front.push(next);
    }
  }
  return false;
}

function after(
  { follow, sets }: PatternAutomaton,
  places: ReadonlySet<number>,
  char: number,
): ReadonlySet<number> {
  const next = new Set<number>();
  for (const place of places) for (const to of follow[place]!.keys()) if (sets[to]![char]) next.add(to);
  return next;
}

function hasMatched({ last }: PatternAutomaton, places: ReadonlySet<number>): boolean {
  for (const place of places) if (last.has(place)) return true;
  return false;
}

/** One character of each kind that the sets of a pattern tell apart. */
function charactersOf(sets: readonly CharacterSet[]): number[] {
  const kinds = new Map<string, number>();
  for (let char = 0; char < 129; char++) {
    const signature = sets.map((set) => set[char]).join('');
    if (!kinds.has(signature)) kinds.set(signature, char);
  }
  return [...kinds.values()];
}

function keyOf(places: ReadonlySet<number>): string {
  return [...places].sort((a, b) => a - b).join(',');
}

const maxRounds = 24;
const maxStates = 60;
