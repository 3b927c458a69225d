import type { Doubt } from '../surroundings.ts';

/** More of a program is not counted. */
const maxText = 1_048_576;
const manyKeys = 8;

/**
 * `key="4cvgiatny97ou6mhqoq6aqwek"` over and over, each time another one, in a program: what is only called a key, and nobody's in particular, is a way to name things there. A
 * program that holds several keys to something says in their names to what.
 */
export function doubtOfManyKeys(name: string, value: string, bytes: Buffer): Doubt | undefined {
  if (name.toLowerCase() !== 'key') return undefined;
  const seen = new Set<string>();
  for (const [, other] of bytes.toString('latin1', 0, maxText).matchAll(keys)) {
    if (Math.abs(other!.length - value.length) <= 4) seen.add(other!);
    if (seen.size >= manyKeys)
      return { limit: 'low', reason: 'many things of the file are told apart by such keys' };
  }
  return undefined;
}

const keys = /(?<![\w.-])key["']?\s{0,4}(?:=|:)\s{0,4}["']([\w+/=.-]{16,200})["']/gi;
