import { answeredOnce } from '../../../../../formats/regex/answered-once.ts';
import { matchedText } from '../../../../../formats/regex/matched-characters.ts';
import { beginningOf } from '../../../../../formats/regex/pattern-beginning.ts';
import type { CharacterSet } from '../../../../../formats/regex/pattern-reader.ts';
import { refusedBeginning } from '../../../../../formats/regex/refused-beginning.ts';
import { addressLabels, optionLabels, pathLabels } from '../../../domain/guarded-labels.ts';
import type { Value } from '../../../domain/value.ts';
import { constantLabels, harmlessWith } from '../../../knowledge/label-needs.ts';
import type { Guard } from '../../../knowledge/rule-types.ts';
import type { Barrier } from '../barriers/barrier.ts';
import { leadsToHost } from '../barriers/prefix-barriers.ts';
import { plainExpression } from '../plain-expression.ts';
import {
  beginsWithSlash,
  noBackslash,
  noScheme,
  noSecondSlash,
  refusedSlashes,
} from '../targets/local-target.ts';

type Anchors = Guard['anchors'];

/** The ways in which a text may be held against an expression. */
export const ways: ReadonlyArray<{ readonly anchors: Anchors; readonly lines: boolean }> = (
  ['none', 'start', 'whole'] as const
).flatMap((anchors) => [false, true].map((lines) => ({ anchors, lines })));

/** What a way is called. */
export function wayOf(anchors: Anchors, lines: boolean): string {
  return lines ? `${anchors} lines` : anchors;
}

/** An expression as it is written, with its slashes and flags where it has them. */
export function patternSource({ constant, text }: Value): string | undefined {
  const source = typeof constant === 'string' ? constant : text;
  if (source === undefined || source.includes('\0') || source.length > maxLength) return undefined;
  return plainExpression(source);
}

/** With a flag of the expression the ends of any line are meant, of which the text says nothing. */
export function asksForLinesItself(source: string): boolean {
  const flagsBehind = /^\/[\s\S]*\/([a-z]*)$/.exec(source)?.[1] ?? '';
  return flagsBehind.includes('m') || linesInside.test(source);
}

/** The same flag within the expression, for all of it or for a group: `(?m)`, `(?im:…)`. */
const linesInside = /\(\?[a-zA-Z]*m[a-zA-Z]*[-:)]/;

/** What a barrier says of whichever text it is about. */
export type Said = Omit<Barrier, 'expr'>;
type Meaning = (source: string) => readonly Said[];

/** Conditions are asked again in each branch and round, and mostly hold a text against the same few expressions. */
export function meaningOf(anchors: Anchors, lines: boolean, positive: boolean): Meaning {
  const key = `${anchors} ${lines} ${positive}`;
  let meaning = meanings.get(key);
  if (!meaning) {
    meaning = answeredOnce((source) => saidBy(source, anchors, lines, positive));
    meanings.set(key, meaning);
  }
  return meaning;
}

const meanings = new Map<string, Meaning>();

function saidBy(source: string, anchors: Anchors, lines: boolean, positive: boolean): readonly Said[] {
  const said = matchedText(source, anchors, lines);
  if (!said) return [];
  if (positive) {
    const target = targetsOf(source, anchors, lines);
    if (!said.whole) return target;
    return [{ clears: said.isListed ? constantLabels : harmlessWith(said.whole) }, ...target];
  }
  let clears = said.absent ? harmlessWith(complement(said.absent)) : 0;
  if (said.absentTexts.includes('..')) clears |= pathLabels;
  if (refusesDash(source, anchors)) clears |= optionLabels;
  const target = refusedTarget(source, anchors) | (said.absent?.[colon] ? noScheme : 0);
  return clears || target ? [{ clears, ...(target && { target }) }] : [];
}

/** What it says about where a text leads that it does not begin as the expression says. */
function refusedTarget(source: string, anchors: Anchors): number {
  const { pairs, scheme } = refusedBeginning(source, anchors);
  const begins = (a: number, b: number) => pairs.some(([first, second]) => first[a] && second[b]);
  return (scheme ? noScheme : 0) | refusedSlashes(begins);
}

/** `^-`: whatever is behind the dash. */
function refusesDash(source: string, anchors: Anchors): boolean {
  return refusedBeginning(source, anchors).pairs.some(
    ([first, second]) => first[dash] && second.every((on) => on),
  );
}

/** What the beginning of the text says about where it leads: to a host that is written out, or to none but this one. */
function targetsOf(source: string, anchors: Anchors, lines: boolean): readonly Said[] {
  const begins = beginningOf(source, anchors, lines);
  if (!begins) return [];
  const leads = begins.ways.every(({ text, ends }) => leadsToHost(ends ? `${text}/` : text));
  const targets: Said[] = leads ? [{ clears: addressLabels }] : [];
  if (!begins.first[dash]) targets.push({ clears: optionLabels });
  if (begins.first.some((on, code) => on && code !== slash)) return targets;
  const add = (target: number) => targets.push({ clears: 0, target });
  add(beginsWithSlash);
  if (!begins.second[slash]) add(noSecondSlash);
  if (!begins.second[backslash]) add(noBackslash);
  return targets;
}

const slash = '/'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const dash = '-'.charCodeAt(0);
const colon = ':'.charCodeAt(0);

function complement(set: CharacterSet): CharacterSet {
  return set.map((on) => (on ? 0 : 1));
}

const maxLength = 1_000;
