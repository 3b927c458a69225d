import { patternKey } from '../../domain/awaited-check.ts';
import type { Value } from '../../domain/value.ts';
import {
  asksForLinesItself,
  meaningOf,
  patternSource,
  wayOf,
  ways,
} from '../guards/patterns/pattern-meaning.ts';
import type { ToldPattern } from '../run.ts';

/** What the regular expressions among some values say of a text that matches, and of one that does not: other files may hold texts against them. */
export function patternsAmong(values: Iterable<readonly [name: string, value: Value]>): ToldPattern[] {
  const found: ToldPattern[] = [];
  for (const [name, value] of values) {
    if (found.length >= maxPatterns) break;
    const source = value.taint || value.shape || value.either ? undefined : patternSource(value);
    if (source === undefined || !telling.test(source)) continue;
    const masks = (positive: boolean) =>
      ways.map(({ anchors, lines }) =>
        meaningOf(
          anchors,
          lines || asksForLinesItself(source),
          positive,
        )(source).reduce((mask, { clears }) => mask | clears, 0),
      );
    const [yes, no] = [masks(true), masks(false)];
    if ([...yes, ...no].some((mask) => mask !== 0)) found.push({ key: patternKey(name), yes, no });
  }
  return found;
}

/** The names of the parameters that stand for the ways. */
export const wayNames: readonly string[] = ways.map(({ anchors, lines }) => wayOf(anchors, lines));

/** Texts that describe others: most constants do not. */
const telling = /[[\\^$|(]/;
const maxPatterns = 200;
