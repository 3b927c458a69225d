import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FormSigns } from './form-signs.ts';
import { forms } from './forms.ts';

const signs = new FormSigns(forms);
const literals = forms.flatMap(({ needs }) => needs);

test('lets every text through that has a literal which a form needs', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom(...literals),
      fc.string({ unit: 'grapheme' }),
      (before, literal, after) => {
        expect(signs.mayBeIn(before.toLowerCase() + literal + after.toLowerCase())).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('stops texts that have nothing of the kind', () => {
  for (const text of [
    '',
    'the green gate',
    'she likes tea with milk, and her brother likes it without.',
    'deploys happen on tuesdays; the pipeline takes about nine minutes.',
  ])
    expect(signs.mayBeIn(text)).toBe(false);
});
