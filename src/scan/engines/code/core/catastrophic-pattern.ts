import { automatonOf, type PatternAutomaton } from './pattern-automaton.ts';
import { overlaps, readPattern } from './pattern-reader.ts';

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
  const { follow, last } = automaton;
  const components = componentsOf(follow.length, (place) => [...follow[place]!.keys()]);
  for (const places of components) {
    const inside = new Set(places);
    // Once it has matched whatever comes next, no text makes it try again.
    if (places.every((place) => last.has(place))) continue;
    for (const place of places)
      for (const [next, ways] of follow[place]!) if (ways > 1 && inside.has(next)) return true;
    if (places.length > 1 && places.length <= maxCycle && pairsMeet(automaton, places)) return true;
  }
  return false;
}

/** Two walks over the same text, apart at some time and together before and after it. */
function pairsMeet({ sets, follow }: PatternAutomaton, places: readonly number[]): boolean {
  const index = new Map(places.map((place, i) => [place, i]));
  const count = places.length;
  let steps = 0;
  const nextOf = (pair: number): number[] => {
    const a = places[Math.floor(pair / count)]!;
    const b = places[pair % count]!;
    const found: number[] = [];
    for (const to of follow[a]!.keys()) {
      const i = index.get(to);
      if (i === undefined) continue;
      for (const other of follow[b]!.keys()) {
        const j = index.get(other);
        if (j === undefined || ++steps > maxSteps) continue;
        if (overlaps(sets[to]!, sets[other]!)) found.push(Math.min(i, j) * count + Math.max(i, j));
      }
    }
    return found;
  };
  const components = componentsOf(count * count, nextOf, (pair) => pair % (count + 1) === 0);
  if (steps > maxSteps) return false;
  return components.some(
    (pairs) =>
      pairs.some((pair) => pair % (count + 1) === 0) && pairs.some((pair) => pair % (count + 1) !== 0),
  );
}

/** Strongly connected components that hold a cycle, by Tarjan's method without recursion. */
export function componentsOf(
  count: number,
  nextOf: (node: number) => number[],
  startsAt: (node: number) => boolean = () => true,
): number[][] {
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  const stack: number[] = [];
  const components: number[][] = [];
  let time = 0;
  for (let start = 0; start < count; start++) {
    if (order[start] !== -1 || !startsAt(start)) continue;
    const work: Array<{ node: number; next: number[]; at: number }> = [];
    const visit = (node: number) => {
      order[node] = time;
      low[node] = time++;
      isOpen[node] = 1;
      stack.push(node);
      work.push({ node, next: nextOf(node), at: 0 });
    };
    visit(start);
    while (work.length) {
      const current = work.at(-1)!;
      const { node, next } = current;
      if (current.at < next.length) {
        const to = next[current.at++]!;
        if (order[to] === -1) visit(to);
        else if (isOpen[to]) low[node] = Math.min(low[node]!, order[to]!);
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!);
      if (low[node] !== order[node]) continue;
      const component: number[] = [];
      for (let member = -1; member !== node; ) {
        member = stack.pop()!;
        isOpen[member] = 0;
        component.push(member);
      }
      if (component.length > 1 || next.includes(node)) components.push(component);
    }
  }
  return components;
}

const maxCycle = 90;
const maxSteps = 400_000;
