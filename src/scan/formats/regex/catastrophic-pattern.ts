import { canFailAfter } from './failing-suffix.ts';
import { automatonOf, type PatternAutomaton } from './pattern-automaton.ts';
import { overlaps, readPattern } from './pattern-reader.ts';
import { componentsOf, pathBetween } from './strong-components.ts';

/**
 * Whether a regular expression takes exponential time on some text: a place from which one text leads back to the same place in two ways, as
 * in `(a+)+` and `(a|aa)*`, with something behind it that can fail. Bounded in the length of the pattern and in steps; what is not
 * understood is not reported.
 */
export function isCatastrophic(pattern: string): boolean {
  if (!/\)[*+{]/.test(pattern)) return false;
  const parsed = readPattern(pattern);
  const automaton = parsed && automatonOf(parsed);
  return automaton !== undefined && hasTwoWaysBack(automaton);
}

function hasTwoWaysBack(automaton: PatternAutomaton): boolean {
  const { follow } = automaton;
  const nextOf = (place: number) => [...follow[place]!.keys()];
  for (const places of componentsOf(follow.length, nextOf)) {
    const inside = new Set(places);
    for (const place of places)
      for (const [next, ways] of follow[place]!)
        if (ways > 1 && inside.has(next)) {
          const back = pathBetween(next, place, (at) => nextOf(at).filter((to) => inside.has(to)));
          if (back && canFailAfter(automaton, place, [...back.map((at) => automaton.sets[at]!)])) return true;
        }
    if (places.length > 1 && places.length <= maxCycle && pairsMeet(automaton, places)) return true;
  }
  return false;
}

/** Two walks over the same text, apart at some time and together before and after it. */
function pairsMeet(automaton: PatternAutomaton, places: readonly number[]): boolean {
  const { sets, follow } = automaton;
  const index = new Map(places.map((place, i) => [place, i]));
  const count = places.length;
  // Asked for each pair of ways again and again, so each pair of places is compared once.
  const meets = new Uint8Array(count * count);
  let mayPart = false;
  for (let i = 0; i < count; i++)
    for (let j = i; j < count; j++) {
      const does = overlaps(sets[places[i]!]!, sets[places[j]!]!) ? 1 : 0;
      meets[i * count + j] = does;
      meets[j * count + i] = does;
      mayPart ||= does === 1 && i !== j;
    }
  if (!mayPart) return false;
  const inside = places.map((place) =>
    [...follow[place]!.keys()].flatMap((to) => {
      const at = index.get(to);
      return at === undefined ? [] : [at];
    }),
  );
  let steps = 0;
  const nextOf = (pair: number): number[] => {
    const found: number[] = [];
    for (const i of inside[Math.floor(pair / count)]!)
      for (const j of inside[pair % count]!) {
        if (++steps > maxSteps) return found;
        if (meets[i * count + j]) found.push(Math.min(i, j) * count + Math.max(i, j));
      }
    return found;
  };
  const isTogether = (pair: number) => pair % (count + 1) === 0;
  const components = componentsOf(count * count, nextOf, isTogether);
  if (steps > maxSteps) return false;
  return components.some((pairs) => {
    const start = pairs.find(isTogether);
    const apart = pairs.find((pair) => !isTogether(pair));
    if (start === undefined || apart === undefined) return false;
    const out = pathBetween(start, apart, nextOf) ?? [];
    const back = pathBetween(apart, start, nextOf) ?? [];
    // What both walks read on their way there and back.
    const read = [...out.slice(1), ...back.slice(1)].map((pair) =>
      both(sets[places[Math.floor(pair / count)]!]!, sets[places[pair % count]!]!),
    );
    return canFailAfter(automaton, places[Math.floor(start / count)]!, read);
  });
}

function both(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((on, i) => on & b[i]!);
}

const maxCycle = 90;
const maxSteps = 400_000;
