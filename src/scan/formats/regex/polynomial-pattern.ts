import { answeredOnce } from './answered-once.ts';
import { automatonOf, type PatternAutomaton } from './pattern-automaton.ts';
import { overlaps, readPattern } from './pattern-reader.ts';
import { componentsOf } from './strong-components.ts';

/**
 * Whether a regular expression takes time that grows with the square of the text or faster: a repetition that a search begins at every
 * character again (`\s+$`), or two of them that can share a stretch of text between themselves (`^\d*\w*!`), with something behind that can fail.
 */
export function isPolynomial(pattern: string): boolean {
  return /[*+]|\{\d+,/.test(pattern) && sharesStretch(pattern);
}

const sharesStretch = answeredOnce((pattern) => {
  const parsed = readPattern(pattern);
  const automaton = parsed && automatonOf(parsed);
  return automaton !== undefined && hasSharedStretch(automaton);
});

function hasSharedStretch(automaton: PatternAutomaton): boolean {
  const { sets, follow, first, last, isAnchored } = automaton;
  const loops = componentsOf(follow.length, (place) => [...follow[place]!.keys()])
    .filter((places) => !places.every((place) => last.has(place)))
    .map((places) => new Set(places));
  for (const loop of loops) {
    // Where a match may begin anywhere it may begin inside the stretch that the repetition reads.
    if (!isAnchored && [...loop].some((place) => first.has(place))) return true;
    if (!isAnchored && [...first.keys()].some((start) => leadsInto(automaton, start, loop))) return true;
    for (const other of loops) {
      if (other === loop) continue;
      for (const place of loop)
        for (const next of follow[place]!.keys())
          if (!loop.has(next) && sharesWith(sets, follow, place, next, other)) return true;
    }
  }
  return false;
}

/** From the first place of a match a repetition is reached by characters that it reads itself. */
function leadsInto({ sets, follow }: PatternAutomaton, start: number, loop: ReadonlySet<number>): boolean {
  let front = new Set([start]);
  for (let i = 0; i < maxGap && front.size; i++) {
    const next = new Set<number>();
    for (const place of front) {
      if (loop.has(place)) return true;
      if (![...loop].some((inside) => overlaps(sets[inside]!, sets[place]!))) continue;
      for (const to of follow[place]!.keys()) next.add(to);
    }
    front = next;
  }
  return false;
}

/** Behind a repetition stands, after characters that both can read, another one of characters that both can read. */
function sharesWith(
  sets: PatternAutomaton['sets'],
  follow: PatternAutomaton['follow'],
  place: number,
  start: number,
  other: ReadonlySet<number>,
): boolean {
  let front = new Set([start]);
  for (let i = 0; i < maxGap && front.size; i++) {
    const next = new Set<number>();
    for (const at of front) {
      if (!overlaps(sets[place]!, sets[at]!)) continue;
      if (other.has(at)) return true;
      for (const to of follow[at]!.keys()) next.add(to);
    }
    front = next;
  }
  return false;
}

const maxGap = 12;
