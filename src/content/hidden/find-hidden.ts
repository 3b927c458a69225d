import type { Found } from '../text-flag.ts';

/** Anything that could be hidden; most texts have none of it. */
const suspicious =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\u034f|[\ufe00-\ufe0f]|\udb40/;

// Tag letters after a black flag are the flags of England, Scotland and Wales; behind anything else they are text that nobody sees.
const tags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,7})[\u{e0000}-\u{e007f}]+/gu;
// One selector chooses how the character before it looks. A row of them carries a hidden byte each.
const selectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;
// Joiners belong to scripts that join letters, and to emoji; between two Latin, Greek or Cyrillic letters, or in a row, they hide something.
const zeroWidth =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}])[\u200b-\u200d\u2060-\u2064\ufeff\u180e]+(?=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}])|[\u200b-\u200d\u2060-\u2064\ufeff\u180e]{3,}|[\u2061-\u2064\u206a-\u206f]/gu;
const overrides = /[\u202d\u202e]/g;
const embeddings = /[\u202a\u202b\u2066-\u2068]/g;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const fillers =
  /(?<![\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff])[\u115f\u1160\u3164\uffa0](?![\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff])/g;

/** Characters in a text that a reader cannot see and a model reads, or that show a text in another order than it has. */
export function findHidden(text: string): Found[] {
  if (!suspicious.test(text)) return [];
  const found = [
    ...places(text, tags, 'unicode-tags'),
    ...places(text, selectors, 'variation-selectors'),
    ...places(text, zeroWidth, 'zero-width'),
    ...places(text, overrides, 'bidi-override'),
    ...(rightToLeft.test(text) ? [] : places(text, embeddings, 'bidi-embedding')),
    ...places(text, fillers, 'hangul-filler'),
  ];
  return found.sort((a, b) => a.start - b.start);
}

function places(text: string, pattern: RegExp, ruleId: string): Found[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    ruleId,
    start: index,
    end: index + length,
  }));
}

// Without those that say how emoji look, and with the soft hyphen: what detectors read past.
const invisible =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\u034f|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu;

/** A text without its invisible characters, and where its parts are in the whole one. */
export interface VisibleText {
  text: string;
  /** The position in the whole text; of an end, that behind the last visible character. */
  original(position: number, side: 'start' | 'end'): number;
}

/** Undefined where everything can be seen. */
export function visibleText(text: string): VisibleText | undefined {
  if (!suspicious.test(text)) return undefined;
  let visible = '';
  let from = 0;
  // For each cut: where it is in the visible text, and how much was cut up to there.
  const [at, by]: [number[], number[]] = [[], []];
  for (const { index, 0: cut } of text.matchAll(invisible)) {
    visible += text.slice(from, index);
    from = index + cut.length;
    at.push(visible.length);
    by.push(from - visible.length);
  }
  if (from === 0) return undefined;
  visible += text.slice(from);
  const original = (position: number, side: 'start' | 'end'): number => {
    let [low, high] = [0, at.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at[middle]! < position || (side === 'start' && at[middle] === position)) low = middle + 1;
      else high = middle;
    }
    return position + (by[low - 1] ?? 0);
  };
  return { text: visible, original };
}
