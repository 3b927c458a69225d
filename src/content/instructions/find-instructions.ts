import type { Found } from '../text-flag.ts';
import { decodings } from './decodings.ts';
import { FormSigns } from './form-signs.ts';
import { forms } from './forms.ts';
import { createLexicon } from './lexicon.ts';
import { type Hit, PatternMatcher } from './pattern-matcher.ts';
import { patterns } from './patterns.ts';
import { type WordCounts, WordReader } from './read-words.ts';

/** What was found by one of the rules, with what it adds. */
interface Sign extends Found {
  weight: number;
  /** The pattern or the form; each counts once. */
  by: object;
  isForm: boolean;
}

/** Signs further apart than this, in UTF-16 units, do not add up. */
const reach = 400;
/** What the signs at one place must add up to; the decision record on the guard says how it was chosen. */
const flaggedFrom = 0.7;
const maxDecodedUnits = 256 * 1024;

/** Finds orders to a model in texts that should only inform it. It keeps nothing between two texts. */
export class InstructionFinder {
  readonly #reader: WordReader;
  readonly #matcher: PatternMatcher;

  constructor() {
    this.#reader = new WordReader(createLexicon());
    this.#matcher = new PatternMatcher(patterns);
  }

  find(text: string): Found[] {
    const { found, counts } = this.#findPlain(text);
    let budget = maxDecodedUnits;
    for (const { start, end, decoded } of decodings(text, counts)) {
      budget -= decoded.length;
      if (budget < 0) break;
      if (this.#findPlain(decoded).found.length > 0) found.push({ ruleId: 'encoded', start, end });
    }
    return withoutOverlaps(found);
  }

  #findPlain(text: string): { found: Found[]; counts: WordCounts } {
    const matching = this.#matcher.begin();
    const counts = this.#reader.read(text, matching);
    const all = [...matching.hits.map(signOf), ...formsIn(text)];
    if (all.length === 0) return { found: [], counts };
    const signs = all
      .sort((a, b) => a.start - b.start || a.end - b.end)
      .map((sign) => (isExample(text, sign) ? { ...sign, weight: sign.weight * exampleWeight } : sign));
    return { found: groupsOf(signs), counts };
  }
}

function signOf({ pattern, weight, start, end }: Hit): Sign {
  return { ruleId: pattern.ruleId, weight, start, end, by: pattern, isForm: false };
}

const formSigns = new FormSigns(forms);

function formsIn(text: string): Sign[] {
  const lower = text.toLowerCase();
  if (!formSigns.mayBeIn(lower)) return [];
  return forms.flatMap((form) => {
    if (!form.needs.some((literal) => lower.includes(literal))) return [];
    const { ruleId, weight, pattern } = form;
    const signs: Sign[] = [];
    for (const { index, 0: found } of text.matchAll(pattern)) {
      signs.push({ ruleId, weight, start: index, end: index + found.length, by: form, isForm: true });
      if (signs.length > 50) break;
    }
    return signs;
  });
}

/** Signs that add up to a whole, each rule counted by its strongest sign; several rules strengthen each other. */
function groupsOf(signs: readonly Sign[]): Found[] {
  const found: Found[] = [];
  let from = 0;
  for (let i = 0; i < signs.length; i++) {
    const last = signs[i]!;
    while (last.start - signs[from]!.start > reach || i - from > maxGroup) from++;
    const group = signs.slice(from, i + 1);
    if (weightOf(group) < flaggedFrom) continue;
    const strongest = group.reduce((a, b) => (b.weight > a.weight ? b : a));
    const end = Math.max(...group.map((sign) => sign.end));
    found.push({ ruleId: strongest.ruleId, start: group[0]!.start, end });
    from = i;
  }
  return found;
}

const maxGroup = 24;

/** The same words may match several patterns of a rule: of those that overlap only the strongest counts. */
function weightOf(group: readonly Sign[]): number {
  const counted: Sign[] = [];
  let sum = 0;
  for (const sign of group.toSorted((a, b) => b.weight - a.weight)) {
    const isRepeated = counted.some((other) => other.by === sign.by || isSame(other, sign));
    if (isRepeated) continue;
    counted.push(sign);
    sum += sign.weight;
  }
  return sum + 1e-9;
}

function isSame(a: Sign, b: Sign): boolean {
  return a.ruleId === b.ruleId && a.isForm === b.isForm && a.start < b.end && b.start < a.end;
}

/** A quotation in a text that speaks about such orders. */
const exampleWeight = 0.4;
const aboutOrders =
  /prompt.?injection|injection attack|jailbreak(?:s|ing)? (?:attempt|prompt|attack)|attack(?:er|s|ers)?\b|malicious|such as|for example|for instance|e\.g\.|phrases? like|texts? like|strings? like|classif|detect|red.?team|adversarial|security (?:review|test|rule)|untrusted|guard/i;
const quotes = /["“”«»‘’`']/;

function isExample(text: string, { start, end }: Sign): boolean {
  const before = text.slice(Math.max(0, start - 160), start);
  const after = text.slice(end, end + 160);
  if (!quotes.test(before.slice(-60)) || !quotes.test(after.slice(0, 120))) return false;
  return aboutOrders.test(before) || aboutOrders.test(after);
}

function withoutOverlaps(found: Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last && one.start < last.end) last.end = Math.max(last.end, one.end);
    else kept.push({ ...one });
  }
  return kept;
}
