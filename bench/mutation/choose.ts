import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { Numbered } from './schemata.ts';

/** The same for the same commit, seed and count. */
export function chooseMutants(
  root: string,
  under: string,
  seed: number,
  count: number,
  except?: string,
): Numbered[] {
  const files = globSync(under.endsWith('.ts') ? under : `${under}/**/*.ts`, { cwd: root })
    .filter((file) => !/\.(?:test|d)\.ts$/.test(file) && !(except && file.startsWith(`${except}/`)))
    .sort();
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
  const random = generator(seed);
  const chosen = new Set<Mutant>();
  if (count >= all.length) return all.map((mutant, id) => ({ ...mutant, id }));
  while (chosen.size < count) chosen.add(all[Math.floor(random() * all.length)]!);
  return [...chosen].map((mutant, id) => ({ ...mutant, id }));
}

/** Mulberry32: 32 bits of state, the same numbers on every machine. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
