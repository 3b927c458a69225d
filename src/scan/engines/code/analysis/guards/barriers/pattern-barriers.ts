import { answeredOnce } from '../../../../../formats/regex/answered-once.ts';
import { matchedText } from '../../../../../formats/regex/matched-characters.ts';
import { beginningOf } from '../../../../../formats/regex/pattern-beginning.ts';
import type { CharacterSet } from '../../../../../formats/regex/pattern-reader.ts';
import { refusedBeginning } from '../../../../../formats/regex/refused-beginning.ts';
import { addressLabels, optionLabels, pathLabels } from '../../../domain/guarded-labels.ts';
import type { Expr } from '../../../ir/ir.ts';
import { constantLabels, harmlessWith } from '../../../knowledge/label-needs.ts';
import type { Guard } from '../../../knowledge/rule-types.ts';
import type { Run } from '../../run.ts';
import { plainExpression } from '../plain-expression.ts';
import {
  beginsWithSlash,
  noBackslash,
  noScheme,
  noSecondSlash,
  refusedSlashes,
} from '../targets/local-target.ts';
import type { Barrier } from './barrier.ts';
import { leadsToHost } from './prefix-barriers.ts';

/**
 * What matching a text against an expression says about the text: where all of it is described, which characters it may hold; where characters
 * were looked for and not found, which it does not hold. An expression that is not known is a check of which only the name is known.
 */
export function patternBarriers(
  run: Run,
  text: Expr,
  pattern: Expr,
  flags: readonly Expr[],
  guard: Guard,
  test: Expr,
  positive: boolean,
): Barrier[] {
  const source = sourceOf(run, pattern);
  if (source === undefined) {
    const name = pattern.k === 'name' ? pattern.name : pattern.k === 'member' ? pattern.property : undefined;
    if (!positive) return [];
    return [
      {
        expr: text,
        clears: 0,
        check: name ?? run.file.text.slice(test.start, test.end).replace(/\s+/g, ' ').slice(0, maxName),
      },
    ];
  }
  const flagsBehind = /^\/[\s\S]*\/([a-z]*)$/.exec(source)?.[1] ?? '';
  const lines =
    guard.lines ||
    flagsBehind.includes('m') ||
    linesInside.test(source) ||
    flags.some((expr) => asksForLines(run, expr, guard));
  return meaningOf(guard.anchors, lines, positive)(source).map((said) => ({ ...said, expr: text }));
}

/** The same flag within the expression, for all of it or for a group: `(?m)`, `(?im:…)`. */
const linesInside = /\(\?[a-zA-Z]*m[a-zA-Z]*[-:)]/;

/** One of several flags that are put together: `re.I | re.M`. */
function asksForLines(run: Run, { start, end }: Expr, { linesFlags }: Guard): boolean {
  const names = run.file.text.slice(start, end).match(/\w+/g) ?? [];
  return names.some((name) => linesFlags.includes(name));
}

/** What a barrier says of whichever text it is about. */
type Said = Omit<Barrier, 'expr'>;
type Meaning = (source: string) => readonly Said[];

/** Conditions are asked again in each branch and round, and mostly hold a text against the same few expressions. */
function meaningOf(anchors: Guard['anchors'], lines: boolean, positive: boolean): Meaning {
  const key = `${anchors} ${lines} ${positive}`;
  let meaning = meanings.get(key);
  if (!meaning) {
    meaning = answeredOnce((source) => saidBy(source, anchors, lines, positive));
    meanings.set(key, meaning);
  }
  return meaning;
}

const meanings = new Map<string, Meaning>();

function saidBy(
  source: string,
  anchors: Guard['anchors'],
  lines: boolean,
  positive: boolean,
): readonly Said[] {
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
function refusedTarget(source: string, anchors: Guard['anchors']): number {
  const { pairs, scheme } = refusedBeginning(source, anchors);
  const begins = (a: number, b: number) => pairs.some(([first, second]) => first[a] && second[b]);
  return (scheme ? noScheme : 0) | refusedSlashes(begins);
}

/** `^-`: whatever is behind the dash. */
function refusesDash(source: string, anchors: Guard['anchors']): boolean {
  return refusedBeginning(source, anchors).pairs.some(
    ([first, second]) => first[dash] && second.every((on) => on),
  );
}

/** What the beginning of the text says about where it leads: to a host that is written out, or to none but this one. */
function targetsOf(source: string, anchors: Guard['anchors'], lines: boolean): readonly Said[] {
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

/** The expression as it is written, with its slashes and flags where it has them. */
function sourceOf(run: Run, pattern: Expr): string | undefined {
  const { constant, text } = run.evaluate(pattern);
  const source = typeof constant === 'string' ? constant : text;
  if (source === undefined || source.includes('\0') || source.length > maxLength) return undefined;
  return plainExpression(source);
}

function complement(set: CharacterSet): CharacterSet {
  return set.map((on) => (on ? 0 : 1));
}

const maxLength = 1_000;
const maxName = 60;
