import { describe, expect, test } from 'vitest';
import { StubEmbedder } from '../../../../test/memory/stub-embedder.ts';
import { embedContents, Models } from '../../models.ts';
import type { Embedder } from '../embedder.ts';

describe('models at hand', () => {
  test('the configured one is there, others are opened once, when they are asked for', async () => {
    const [configured, other] = [new StubEmbedder('now'), new StubEmbedder('before')];
    const opened: string[] = [];
    const closed: string[] = [];
    for (const each of [configured, other]) each.close = async () => void closed.push(each.id);
    const models = new Models(configured, async (id) => {
      opened.push(id);
      if (id === 'broken') throw new Error('no files');
      return id === 'before' ? other : undefined;
    });
    expect(await models.find('now')).toBe(configured);
    expect(await Promise.all([models.find('before'), models.find('before')])).toEqual([other, other]);
    expect(await models.find('gone')).toBeUndefined();
    expect([await models.find('broken'), await models.find('broken')]).toEqual([undefined, undefined]);
    expect(opened).toEqual(['before', 'gone', 'broken']);
    await models.close();
    expect(closed).toEqual(['now', 'before']);
    expect(await new Models(configured).find('before')).toBeUndefined();
  });

  test('a model that is not there has a calibration that says so', async () => {
    const models = new Models(new StubEmbedder('now'));
    expect(await models.shapeOf('now', 7)).toEqual({ dims: 7, calibration: models.configured.calibration });
    expect(await models.shapeOf('gone', 7)).toEqual({
      dims: 7,
      calibration: {
        points: [
          [0, 0],
          [1, 1],
        ],
        isUnknown: true,
      },
    });
  });
});

describe('contents in passages', () => {
  /** A passage for each letter. */
  const letters = () => {
    const asked: string[][] = [];
    const embedder = {
      id: 'letters',
      split: (content: string) => Array.from(content, (_, i) => ({ start: i, end: i + 1 })),
      embed: async (texts: readonly string[]) => {
        asked.push([...texts]);
        return texts.map((text) => Float32Array.of(text.charCodeAt(0)));
      },
    } as unknown as Embedder;
    return { embedder, asked };
  };

  test('are embedded in one go, and each has its own vectors', async () => {
    const { embedder, asked } = letters();
    const found = await embedContents(embedder, ['ab', '', 'c'], {});
    expect(asked).toEqual([['a', 'b', 'c']]);
    expect(found.map(({ vectors }) => vectors.map(([code]) => String.fromCharCode(code!)))).toEqual([
      ['a', 'b'],
      [],
      ['c'],
    ]);
    expect(found[0]).toMatchObject({
      model: 'letters',
      ranges: [
        { start: 0, end: 1 },
        { start: 1, end: 2 },
      ],
    });
  });

  test.each<[string[], number, string | undefined, string?]>([
    [['ab', 'c'], 3, undefined],
    [
      ['ab', 'cd'],
      3,
      'entries: Make 4 passages; one write may have 3. Send them in smaller batches.',
      'entries',
    ],
    [
      ['ab', 'cd', 'e'],
      3,
      'entries: Make at least 4 passages; one write may have 3. Send them in smaller batches.',
      'entries',
    ],
    [
      ['a', 'bcde', 'f'],
      3,
      'entries[1].content: Makes 4 passages; one write may have 3. Split it into several entries.',
      'entries[1].content',
    ],
    [
      ['abc', 'def'],
      3,
      'entries: Make 6 passages; one write may have 3. Send them in smaller batches.',
      'entries',
    ],
  ])('%o, of which %i may be there', async (contents, maxPassages, refusal, path) => {
    const { embedder, asked } = letters();
    const embedding = embedContents(embedder, contents, { maxPassages });
    if (refusal === undefined) expect(await embedding).toHaveLength(contents.length);
    else {
      await expect(embedding).rejects.toMatchObject({
        code: 'payload_too_large',
        message: refusal,
        details: [{ path, code: 'too_many_passages' }],
      });
      expect(asked).toEqual([]);
    }
  });

  test.each([
    [16_384, false],
    [16_385, true],
  ])('%i letters let other calls pass first: %s', async (length, waits) => {
    const stop = new AbortController();
    const { embedder } = letters();
    const short = { ...embedder, split: () => [{ start: 0, end: 1 }] } as Embedder;
    const embedding = embedContents(short, ['x'.repeat(length)], { signal: stop.signal });
    stop.abort(new Error('gave up'));
    if (waits) await expect(embedding).rejects.toThrow('gave up');
    else expect(await embedding).toHaveLength(1);
  });
});
