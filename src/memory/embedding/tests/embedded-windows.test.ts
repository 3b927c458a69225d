import { expect, test } from 'vitest';
import { embedContents } from '../../models.ts';
import type { Embedder } from '../embedder.ts';
import { windowBytes, windowCodes } from '../passages/window-codes.ts';

/** Passages of 300 characters; the vector of a text is its first letter and its length. */
function embedderOf(embedsWindows?: boolean) {
  const asked: string[][] = [];
  const vectorOf = (text: string) => Float32Array.of(text.charCodeAt(0), text.length);
  const embedder = {
    id: 'stub',
    ...(embedsWindows !== undefined && { embedsWindows }),
    split: (content: string) =>
      Array.from({ length: Math.ceil(content.length / 300) }, (_, i) => ({
        start: i * 300,
        end: Math.min(content.length, (i + 1) * 300),
      })),
    embed: async (texts: readonly string[]) => {
      asked.push([...texts]);
      return texts.map(vectorOf);
    },
  } as unknown as Embedder;
  return { embedder, asked, codesOf: (...texts: string[]) => windowCodes(texts.map(vectorOf)) };
}

const sentence = (letter: string, length = 100) => `${letter.repeat(length - 2)}. `;

test('windows of long contents are embedded behind the passages, and belong to theirs', async () => {
  const { embedder, asked, codesOf } = embedderOf(true);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => sentence(letter)) as [
    string,
    string,
    string,
    string,
  ];
  const long = a + b + c + d;
  const [first, second, third] = await embedContents(embedder, ['short', long, d + c + b + a + d], {});
  expect(asked[1]).toEqual([a, b, c, d, c, b, a, d]);
  expect(first).not.toHaveProperty('windows');
  expect(second!.windows).toEqual([codesOf(a, b, c), codesOf()]);
  expect(third!.windows).toEqual([codesOf(d, c, b), codesOf(a, d)]);
});

test('a model that embeds no windows is asked for passages alone', async () => {
  for (const says of [undefined, false]) {
    const { embedder, asked } = embedderOf(says);
    const [found] = await embedContents(embedder, [sentence('a').repeat(5)], {});
    expect(asked).toHaveLength(1);
    expect(found).not.toHaveProperty('windows');
  }
});

test('lines of code are no sentences', async () => {
  const { embedder, asked } = embedderOf(true);
  const code = 'if (a[i] !== b[i]) { return { x: a[i] + b[i], y: f(a[i], b[i]) }; }\n'.repeat(8);
  const [found] = await embedContents(embedder, [code], {});
  expect(asked.flat()).toHaveLength(2);
  expect(found).not.toHaveProperty('windows');
});

test('a function with a long comment is code as a whole, and a page that quotes one is not', async () => {
  const { embedder } = embedderOf(true);
  const comment = [sentence('a'), sentence('b'), sentence('c')].join('');
  const [declared, quoted] = await embedContents(
    embedder,
    [
      `def read(path):\n    """${comment}${comment}"""`,
      `How files are read.\n${comment}${comment}def read(path):`,
    ],
    {},
  );
  expect(declared).not.toHaveProperty('windows');
  expect(quoted).toHaveProperty('windows');
});

test('256 windows wait at a time, and none is asked for any more once the caller is gone', async () => {
  const { embedder, asked } = embedderOf(true);
  const contents = Array.from({ length: 100 }, () => sentence('a').repeat(6));
  const found = await embedContents(embedder, contents, {});
  expect(asked.map(({ length }) => length)).toEqual([200, 256, 256, 88]);
  expect(found.every(({ windows }) => windows!.every(({ length }) => length === 3 * windowBytes(2)))).toBe(
    true,
  );
  const stop = new AbortController();
  const { embed } = embedder;
  asked.length = 0;
  embedder.embed = async (texts, kind, options) => {
    if (asked.length === 1) stop.abort(new Error('gone'));
    return embed(texts, kind, options);
  };
  await expect(embedContents(embedder, contents, { signal: stop.signal })).rejects.toThrow('gone');
  expect(asked).toHaveLength(2);
});
