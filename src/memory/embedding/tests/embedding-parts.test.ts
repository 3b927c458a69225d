import { describe, expect, test } from 'vitest';
import { BatchQueue } from '../batch-queue.ts';
import { CachedEmbedder } from '../cached-embedder.ts';
import { calibrate } from '../calibration.ts';
import type { Embedder, EmbedKind } from '../embedder.ts';
import { LocalEmbedder } from '../local-embedder.ts';
import { splitPassages } from '../passages/passages.ts';
import { turnsOf } from '../passages/transcript-turns.ts';
import { TokenTable } from '../token-table.ts';
import { normalised } from '../vectors.ts';
import { WordPiece } from '../wordpiece.ts';

test.each([
  [-1, 0.1],
  [0.5, 0.1],
  [0.6, 0.2],
  [0.7, 0.3],
  [0.8, 0.6],
  [0.9, 0.9],
  [1, 0.9],
  [Number.NaN, 0.1],
])('a cosine of %d is a score of %d: linear between points, flat outside', (cosine, score) => {
  const points = [[0.5, 0.1] as const, [0.7, 0.3] as const, [0.9, 0.9] as const];
  expect(calibrate({ points }, cosine)).toBeCloseTo(score, 12);
});

test.each([
  [
    [3, 4],
    [0.6, 0.8],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [
    [0, -0.5],
    [0, -1],
  ],
  [[0.25], [1]],
])('%o has the direction %o', (vector, direction) => {
  const given = Float32Array.from(vector);
  expect(normalised(given)).toBe(given);
  for (const [i, x] of direction.entries()) expect(given[i]).toBeCloseTo(x, 6);
});

describe('a table of pieces', () => {
  const shape = { dims: 2, rows: 5, pairs: 2 };
  const bytesOf = (pairs: readonly number[]) => {
    const codes = Int8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    const parts = [codes, Float32Array.of(1, 1, 1, 10, 100), Uint32Array.from(pairs)];
    return Uint8Array.from(parts.flatMap((part) => [...new Uint8Array(part.buffer)]));
  };

  test.each([
    [[0, 1, 2, 0], true],
    [[0, 1, 0, 2], true],
    [[0, 0, 0, 1], true],
    [[2, 2, 2, 0], false],
    // A pair twice, and a pair of a piece that is none.
    [[0, 1, 0, 1], false],
    [[2, 0, 0, 1], false],
    [[0, 1, 3, 0], false],
  ])('with the pairs %o is taken: %s', (pairs, isTaken) => {
    const make = () => new TokenTable(bytesOf(pairs), shape);
    if (isTaken) expect(make).not.toThrow();
    else expect(make).toThrow('The pairs of the token table are not in order.');
  });

  test('of another size is refused', () => {
    const bytes = bytesOf([0, 1, 2, 0]);
    for (const wrong of [
      { ...shape, dims: 3 },
      { ...shape, rows: 6 },
      { ...shape, pairs: 1 },
    ])
      expect(() => new TokenTable(bytes, wrong)).toThrow('The token table has the wrong size.');
  });

  test.each([
    [[0], [1, 2]],
    [
      [0, 1],
      [1 + 3 + 70, 2 + 4 + 80],
    ],
    [
      [2, 0, 1],
      [5 + 900 + 1 + 70 + 3, 6 + 1_000 + 2 + 80 + 4],
    ],
    [
      [0, 0],
      [2, 4],
    ],
    [
      [1, 2, 1, 2, 1],
      [3 + 5 + 3 + 5 + 3, 4 + 6 + 4 + 6 + 4],
    ],
  ])('gives the text %o the sum of its rows', (tokens, sum) => {
    expect([...new TokenTable(bytesOf([0, 1, 2, 0]), shape).sum(tokens, 99)]).toEqual(sum);
  });
});

describe('passages', () => {
  const words = (text: string) => text.match(/\w+|[^\w\s]/g)?.length ?? 0;
  const characters = (text: string) => text.length;
  const cut = (
    content: string,
    given: Partial<{ wholeTokens: number; maxTokens: number; overlapTokens: number }>,
    count = words,
  ) => {
    const limits = { wholeTokens: 10, maxTokens: 10, overlapTokens: 0, ...given };
    return splitPassages(content, count, limits).map(({ start, end }) => content.slice(start, end));
  };
  const turn = (speaker: string, count: number) => `${speaker}: ${'word '.repeat(count - 2)}\n`;

  test('a conversation of up to half a passage stays whole', () => {
    const chat = [turn('Ada', 3), turn('Bob', 3), turn('Ada', 4)];
    expect(cut(chat.join(''), { maxTokens: 20 })).toEqual([chat.join('')]);
    expect(cut(chat.join(''), { maxTokens: 19 })).toEqual(chat);
  });

  test('a turn of a tenth of a passage has its own, a shorter one shares that of the next', () => {
    const chat = [turn('Ada', 4), turn('Bob', 20), turn('Ada', 20), turn('Bob', 3)];
    expect(cut(chat.join(''), { maxTokens: 40 })).toEqual(chat);
    expect(cut(chat.join(''), { maxTokens: 41 })).toEqual([`${chat[0]}${chat[1]}`, chat[2], chat[3]]);
  });

  test('turns that fill a passage together stay together, those that are longer are cut', () => {
    const chat = [turn('Ada', 3), turn('Bob', 37), turn('Ada', 30), turn('Bob', 30)];
    expect(cut(chat.join(''), { maxTokens: 40 })).toEqual([`${chat[0]}${chat[1]}`, chat[2], chat[3]]);
    expect(cut(chat.join(''), { maxTokens: 39 })).toHaveLength(4);
  });

  test.each<[string, number, string[]]>([
    // A place behind a space near the middle, but not in the first quarter.
    ['aaa bbbbb', 6, ['aaa ', 'bbbbb']],
    ['aa bbbbbbbbb', 9, ['aa bbb', 'bbbbbb']],
    ['abc defghijkl', 8, ['abc def', 'ghijkl']],
    ['abcdefghi', 5, ['abcde', 'fghi']],
    // Not inside of a character that takes two units.
    ['ab😀cd', 5, ['ab', '😀cd']],
    ['abc😀cde', 6, ['abc', '😀cde']],
  ])('%s in passages of %i characters', (content, maxTokens, passages) => {
    expect(cut(content, { wholeTokens: maxTokens, maxTokens }, characters)).toEqual(passages);
  });

  test('a sentence is cut only where it is longer than a passage', () => {
    const ten = 'a b c d e f g h i j';
    expect(cut(`${ten}\n${ten}`, {})).toEqual([`${ten}\n`, ten]);
    expect(cut(`${ten} k\n${ten}`, {}).length).toBeGreaterThan(2);
  });

  test('what is repeated leaves the passage something new, and is never all of the passage before', () => {
    expect(cut('a b. c d. e f. g h. i j.', { maxTokens: 6, overlapTokens: 6, wholeTokens: 6 })).toEqual([
      'a b. c d. ',
      'c d. e f. ',
      'e f. g h. ',
      'g h. i j.',
    ]);
  });

  test('a long line is counted a few times, and cut into pieces of nearly the length that fits', () => {
    for (const [count, most] of [
      [39, 8],
      [40, 6],
      [41, 6],
      [80, 11],
      [400, 50],
    ] as const) {
      const line = 'w '.repeat(count).trimEnd();
      const parts = cut(line, {});
      expect(parts.join('')).toBe(line);
      expect(parts.length, `${count} words`).toBeLessThanOrEqual(most);
      expect(Math.max(...parts.map(words))).toBeLessThanOrEqual(10);
    }
  });

  test.each<[string, number | undefined]>([
    ['Ada: a\nBob: b\nAda: c', 3],
    ['Ada: a\nBob: b', undefined],
    // Two of three speakers may be different, three of four may not.
    ['Ada: a\nBob: b\nEve: c', undefined],
    ['Ada: a\nBob: b\nEve: c\nAda: d', undefined],
    ['Ada: a\nBob: b\nEve: c\nAda: d\nBob: e', 5],
    [' Ada: a\nBob: b\nAda: c', undefined],
    // A tenth of the lines at least begin a turn; empty ones do not count.
    [`Ada: a\nBob: b\nAda: c${'\nx'.repeat(27)}`, 3],
    [`Ada: a\nBob: b\nAda: c${'\nx'.repeat(28)}`, undefined],
    [`Ada: a\nBob: b\nAda: c${'\n \n'.repeat(40)}`, 3],
  ])('%j has %s turns', (content, count) => {
    expect(turnsOf(content)?.length).toBe(count);
  });
});

describe('pieces of words', () => {
  const vocabulary = ['[UNK]', '[CLS]', '[SEP]', 'a', 'ab', 'abc', '##c', '##cd', 'd', '!', 'é'];
  const ids = new Map(vocabulary.map((piece, i) => [piece, i]));
  const names = (pieces: readonly number[]) => pieces.map((id) => vocabulary[id]).join(' ');

  test.each([
    ['abc', 'abc'],
    ['abcd', '[UNK]'],
    ['abcc', 'abc ##c'],
    ['acd', 'a ##cd'],
    ['c', '[UNK]'],
    ['A d!d', 'a d ! d'],
    ['', ''],
    ['  ', ''],
    ['é', '[UNK]'],
  ])('%s is %s', (text, pieces) => {
    const tokenizer = new WordPiece(ids);
    expect(names(tokenizer.encode(text))).toBe(pieces);
    expect(names(tokenizer.encode(text))).toBe(pieces);
    expect([tokenizer.cls, tokenizer.sep, tokenizer.unknown, tokenizer.size]).toEqual([1, 2, 0, 11]);
  });

  test('words of up to 100 letters are looked at, or as many as the tokenizer says', () => {
    const long = (letters: number) => `a${'c'.repeat(letters - 1)}`;
    expect(names(new WordPiece(ids).encode(long(100)))).toBe(`a${' ##c'.repeat(99)}`);
    expect(names(new WordPiece(ids).encode(long(101)))).toBe('[UNK]');
    expect(names(new WordPiece(ids, { longestWord: 3 }).encode('acc accc'))).toBe('a ##c ##c [UNK]');
    expect(names(new WordPiece(ids, { keepsMarks: true }).encode('é'))).toBe('é');
  });

  test('a tokenizer is read from its file', () => {
    const vocab = Object.fromEntries(ids);
    const bert = { type: 'BertNormalizer', lowercase: true };
    const several = { type: 'Sequence', normalizers: [{ type: 'NFKC' }, { ...bert, strip_accents: false }] };
    const parse = (normalizer: object, model: object = {}) =>
      WordPiece.parse(JSON.stringify({ model: { type: 'WordPiece', vocab, ...model }, normalizer }));
    expect(names(parse(bert).encode('É abc'))).toBe('[UNK] abc');
    expect(names(parse(several).encode('É abc'))).toBe('é abc');
    expect(names(parse(bert, { max_input_chars_per_word: 1 }).encode('a abc'))).toBe('a [UNK]');
    for (const [normalizer, model] of [
      [{ ...bert, lowercase: false }, {}],
      [{ ...several, normalizers: [{ type: 'NFKC' }, { ...bert, strip_accents: true }] }, {}],
      [bert, { max_input_chars_per_word: 0 }],
      [bert, { max_input_chars_per_word: 1_001 }],
      [bert, { vocab: { ...vocab, x: -1 } }],
    ] as const)
      expect(() => parse(normalizer, model)).toThrow('Only uncased BERT WordPiece tokenizers are supported.');
    expect(() => parse(bert, { vocab: { '[CLS]': 0, '[SEP]': 1 } })).toThrow('The vocabulary lacks [UNK].');
    expect(names(parse(bert, { max_input_chars_per_word: 1_000 }).encode('a'))).toBe('a');
  });
});

describe('vectors that are remembered', () => {
  const innerOf = (dims: number) => {
    const asked: string[][] = [];
    const inner = {
      id: 'model',
      dims,
      calibration: { points: [[0, 0]] },
      embed: async (texts: readonly string[]) => {
        asked.push([...texts]);
        return texts.map((text) => Float32Array.of(text.length));
      },
      countTokens: (text: string) => text.length,
      split: () => [{ start: 0, end: 1 }],
      close: async () => {},
    } as unknown as Embedder;
    return { inner, asked };
  };

  test('are as many as fit, each as long as its numbers and 32 more; the least recently used goes first', async () => {
    const { inner, asked } = innerOf(8);
    const cached = new CachedEmbedder(inner, 2 * 40 * 4);
    await cached.embed(['a', 'b'], 'query');
    await cached.embed(['a'], 'query');
    await cached.embed(['c'], 'query');
    await cached.embed(['a', 'c'], 'query');
    expect(asked).toEqual([['a', 'b'], ['c']]);
    await cached.embed(['b'], 'query');
    expect(asked.at(-1)).toEqual(['b']);
    const one = innerOf(8);
    const small = new CachedEmbedder(one.inner, 2 * 40 * 4 - 1);
    for (const text of ['a', 'b', 'a']) await small.embed([text], 'query');
    expect(one.asked).toHaveLength(3);
    const none = innerOf(8);
    const nothing = new CachedEmbedder(none.inner, 40 * 4 - 1);
    for (const text of ['a', 'a']) await nothing.embed([text], 'query');
    expect(none.asked).toHaveLength(2);
  });

  test('are found for each text in its place, whichever were known and however often it comes', async () => {
    const { inner, asked } = innerOf(8);
    const cached = new CachedEmbedder(inner, 1e6);
    await cached.embed(['bb'], 'query');
    const vectors = await cached.embed(['a', 'bb', 'ccc', 'a'], 'query');
    expect(vectors.map(([length]) => length)).toEqual([1, 2, 3, 1]);
    expect(asked).toEqual([['bb'], ['a', 'ccc']]);
    // A question and a document of the same text are two, and so are long texts that begin alike.
    for (const text of ['bb', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(66)])
      for (const kind of ['query', 'document', 'query', 'document'] as EmbedKind[])
        await cached.embed([text], kind);
    expect(asked.slice(2).map(([text]) => text!.length)).toEqual([2, 64, 64, 65, 65, 66, 66]);
    expect([cached.id, cached.dims, cached.countTokens('abc'), cached.split('x')]).toEqual([
      'model',
      8,
      3,
      [{ start: 0, end: 1 }],
    ]);
    await cached.close();
    await cached.embed(['bb'], 'query');
    expect(asked.at(-1)).toEqual(['bb']);
  });
});

describe('texts that wait for a model', () => {
  const queueOf = (limits: Partial<ConstructorParameters<typeof BatchQueue>[1]>) => {
    const batches: number[][] = [];
    let running = 0;
    let most = 0;
    const queue = new BatchQueue(
      async (batch) => {
        most = Math.max(most, ++running);
        batches.push(batch.map(({ length }) => length));
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return batch.map((tokens) => Float32Array.of(tokens[0]!));
      },
      { maxTexts: 100, maxTokens: 1_000, maxWaiting: 4_000, atOnce: 1, ...limits },
    );
    return { queue, batches, most: () => most };
  };
  const texts = (...lengths: number[]) => lengths.map((length, i) => Array<number>(length).fill(i));

  test.each([
    // Lengths of one batch: up to 8, 16, 24, 32, 40, 56, 72, 96.
    [[1, 8], 1],
    [[8, 9], 2],
    [[9, 16], 1],
    [[24, 25], 2],
    [[25, 32], 1],
    [[32, 33], 2],
    [[33, 40], 1],
    [[40, 41], 2],
    [[41, 56], 1],
    [[56, 57], 2],
    [[57, 72], 1],
  ])('texts of %o pieces go in %i batches', async (lengths, count) => {
    const { queue, batches } = queueOf({});
    const vectors = await queue.add(texts(...lengths), 'document');
    expect(batches).toHaveLength(count);
    expect(vectors.map(([x]) => x)).toEqual([0, 1]);
  });

  test('a batch has as many texts as it may, and as many pieces', async () => {
    const few = queueOf({ maxTexts: 3 });
    await few.queue.add(texts(8, 8, 8, 8), 'document');
    expect(few.batches).toEqual([[8, 8, 8], [8]]);
    const short = queueOf({ maxTokens: 16 });
    await short.queue.add(texts(8, 8, 8), 'document');
    expect(short.batches).toEqual([[8, 8], [8]]);
    const shorter = queueOf({ maxTokens: 15 });
    await shorter.queue.add(texts(8, 8, 20), 'document');
    expect(shorter.batches).toEqual([[8], [8], [20]]);
  });

  test('as many batches run at once as may', async () => {
    for (const atOnce of [1, 2, 3]) {
      const { queue, most } = queueOf({ atOnce, maxTexts: 1 });
      await Promise.all([1, 2, 3, 4].map((length) => queue.add(texts(length), 'document')));
      expect(most()).toBe(atOnce);
      expect(queue.waiting).toBe(0);
    }
  });

  test('as many wait as may, and no more', async () => {
    const { queue } = queueOf({ maxWaiting: 3 });
    const first = queue.add(texts(1, 2), 'query');
    expect(queue.waiting).toBe(2);
    await expect(queue.add(texts(1, 2), 'document')).rejects.toMatchObject({ code: 'overloaded' });
    const third = queue.add(texts(5), 'document');
    expect(queue.waiting).toBe(3);
    expect(await first).toHaveLength(2);
    expect(await third).toHaveLength(1);
  });

  test('thousands wait in their order', async () => {
    const { queue } = queueOf({ maxTexts: 7 });
    const vectors = await queue.add(
      Array.from({ length: 2_600 }, (_, i) => [i]),
      'document',
    );
    expect(vectors.every(([x], i) => x === i)).toBe(true);
    expect(queue.waiting).toBe(0);
  });

  test('the oldest text decides which length is next', async () => {
    const { queue, batches } = queueOf({});
    await queue.add(texts(20, 8, 20, 30, 8), 'document');
    expect(batches).toEqual([[20, 20], [8, 8], [30]]);
  });

  test('one who gave up before is refused at once', async () => {
    const { queue, batches } = queueOf({});
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(queue.add(texts(1), 'query', { signal })).rejects.toThrow('gone');
    expect([queue.waiting, batches.length]).toEqual([0, 0]);
  });

  test('what was given up is passed over, and the other lengths of its owner are not', async () => {
    const { queue, batches } = queueOf({});
    const gone = new AbortController();
    const left = queue.add(texts(1, 2), 'document', { tenant: 'a', signal: gone.signal });
    const stays = queue.add(texts(20), 'document', { tenant: 'a' });
    gone.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(await stays).toHaveLength(1);
    expect(batches).toEqual([[20]]);
  });
});

describe('a model on this machine', () => {
  const vocabulary = ['[UNK]', '[CLS]', '[SEP]', 'a', 'b', 'c'];
  const tokenizer = new WordPiece(new Map(vocabulary.map((piece, i) => [piece, i])));
  const open = () => {
    const batches: number[][][] = [];
    const model = {
      threads: 1,
      run: async (batch: ReadonlyArray<readonly number[]>) => {
        batches.push(batch.map((pieces) => [...pieces]));
        return batch.map((pieces) => Float32Array.of(pieces.length, pieces[1]!));
      },
      close: async () => {},
    };
    const description = { id: 'm', dims: 2, maxTokens: 4, calibration: { points: [[0, 0] as const] } };
    return { embedder: new LocalEmbedder(description, tokenizer, model), batches };
  };

  test('a text that is too long is embedded in windows, whose vectors are averaged', async () => {
    const { embedder, batches } = open();
    const [one, three, none, unknown] = await embedder.embed(['a', 'a b c', '', '☃'], 'document');
    expect(batches).toEqual([
      [
        [1, 3, 2],
        [1, 3, 4, 2],
        [1, 5, 2],
      ],
    ]);
    expect([...one!]).toEqual([3, 3]);
    const [x, y] = [4 + 3, 3 + 5];
    expect([...three!]).toEqual([x, y].map((part) => expect.closeTo(part / Math.hypot(x, y), 6)));
    expect([[...none!], [...unknown!]]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('what the model knows nothing of is not given to it', async () => {
    const { embedder, batches } = open();
    expect((await embedder.embed(['', '☃ ☃'], 'query')).map((vector) => [...vector])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(batches).toEqual([]);
    expect(await embedder.embed(['☃ a'], 'query')).toEqual([Float32Array.of(4, 0)]);
    expect([embedder.countTokens('a b c'), embedder.split('a a a a a')]).toEqual([
      3,
      [
        { start: 0, end: 4 },
        { start: 4, end: 7 },
        { start: 7, end: 9 },
      ],
    ]);
  });
});
