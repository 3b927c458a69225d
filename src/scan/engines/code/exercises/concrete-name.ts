import type { CharacterSet, PatternPart } from '../../../formats/regex/pattern-reader.ts';
import { readPattern } from '../../../formats/regex/pattern-reader.ts';
import { anySegment, anySegments, NamePattern, type SegmentPattern } from '../knowledge/name-pattern.ts';
import type { PlainName } from './grammar.ts';

/** A name that a pattern matches; undefined where none is found for one of its expressions. */
export function concreteName(pattern: string): PlainName | undefined {
  const segments = [...new NamePattern(pattern).reversed].reverse();
  const name: string[] = [];
  for (const [at, segment] of segments.entries()) {
    const plain = plainSegments(segment, at, segments.length);
    if (!plain) return undefined;
    name.push(...plain);
  }
  return name;
}

function plainSegments(segment: SegmentPattern, at: number, count: number): string[] | undefined {
  if (segment === anySegment) return [at === 0 ? '~it' : 'part'];
  if (segment === anySegments) return at === 0 ? ['~it'] : at === count - 1 ? ['part'] : [];
  if (typeof segment === 'string') return [segment];
  const expression = segment as RegExp;
  // A first part that is a variable has a mark in front, which an expression may leave open.
  const samples = [sampleOf(expression.source), ...usualWords].filter((text) => text !== undefined);
  const found = samples
    .flatMap((text) => (at === 0 ? [`~${text}`, text] : [text]))
    .find((text) => expression.test(text) && /^~?\$?\w+[!?]?$/.test(text));
  return found === undefined ? undefined : [found];
}

/** Where the shortest text is no word. */
const usualWords = ['part', 'Part', 'PART', 'partOne', 'data'];

/** The shortest text of the first alternatives of an expression. */
function sampleOf(source: string): string | undefined {
  const pattern = readPattern(source);
  return pattern && textOf(pattern);
}

function textOf(part: PatternPart): string {
  switch (part.k) {
    case 'set':
      return characterOf(part.set);
    case 'all':
      return part.parts.map(textOf).join('');
    case 'any':
      return textOf(part.choices[0]!);
    case 'repeat':
      return textOf(part.part).repeat(part.least);
    case 'place':
      return '';
  }
}

/** A letter where one is allowed. */
function characterOf(set: CharacterSet): string {
  const codes = [...set.keys()].filter((code) => set[code] && code < 128);
  const letter = codes.find((code) => /[a-z]/i.test(String.fromCharCode(code)));
  return String.fromCharCode(letter ?? codes[0] ?? 120);
}
