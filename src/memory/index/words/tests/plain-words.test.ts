import { expect, test } from 'vitest';
import { readPlainRuns } from '../plain-words.ts';

/** A run that is one word as `word` or, of letters alone, `word!`; any other as `<run>`. Undefined where it is not read this way. */
function runsOf(text: string): string[] | undefined {
  const runs: string[] = [];
  const isRead = readPlainRuns(
    text,
    (word, isLetters) => runs.push(isLetters ? `${word}!` : word),
    (run) => runs.push(`<${run}>`),
  );
  if (!isRead) expect(runs).toEqual([]);
  return isRead ? runs : undefined;
}

test.each<[text: string, runs: string[]]>([
  ['', []],
  [' .,;-"()\t\n\u007f\u0000', []],
  ['a', ['a!']],
  ['z A Z', ['z!', 'A!', 'Z!']],
  ['tea Tea', ['tea!', 'Tea!']],
  // What is around the letters and digits in ASCII is no part of a word.
  ['`a{ @A[ /0: 9', ['a!', 'A!', '0', '9']],
  ['a1 1a 12 A1', ['a1', '1a', '12', '<A1>']],
  ['Ab1', ['Ab1']],
  // Capitals inside, or a capital that no small letter follows.
  ['TEA tEA iPhone TeaPot', ['<TEA>', '<tEA>', '<iPhone>', '<TeaPot>']],
  ['AB Ab', ['<AB>', 'Ab!']],
  ['snake_case _a a_ __', ['<snake_case>', '<_a>', '<a_>', '<__>']],
  ["don't 'quoted' ada's' o'clock'x", ["<don't>", 'quoted!', "<ada's>", "<o'clock'x>"]],
  ["'' ' a' 'b a'1 1'a a'B", ['a!', 'b!', 'a!', '1', "<1'a>", "<a'B>"]],
  ["a''b", ['a!', 'b!']],
  // Behind an apostrophe there are only letters.
  ["it's1 x'y_z", ["<it's>", '1', "<x'y>", '<_z>']],
  ['one,two.three-four', ['one!', 'two!', 'three!', 'four!']],
  ['end', ['end!']],
  ['end ', ['end!']],
  ["end'", ['end!']],
])('%j is read as %j', (text, runs) => {
  expect(runsOf(text)).toEqual(runs);
});

test.each(['é', 'tea é', '\u0080', 'é tea', '漢', '😀'])(
  '%j is not ASCII, and nothing of it is reported',
  (text) => {
    expect(runsOf(text)).toBeUndefined();
  },
);

test('every letter, digit and sign of ASCII is what it is', () => {
  for (let code = 0; code < 128; code++) {
    const sign = String.fromCharCode(code);
    const wanted = /[A-Za-z]/.test(sign)
      ? [`${sign}!`]
      : /\d/.test(sign)
        ? [sign]
        : sign === '_'
          ? ['<_>']
          : [];
    expect(runsOf(sign)).toEqual(wanted);
  }
});
