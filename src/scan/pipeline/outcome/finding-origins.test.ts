import { expect, test } from 'vitest';
import type { Engine } from '../../engines/engine.ts';
import { findOrigins } from './finding-origins.ts';
import { withSecretsMasked } from './mask-secrets.ts';

const engine = (id: string, change: Partial<Engine> = {}): Engine =>
  ({
    id,
    version: '1',
    rules: [],
    wants: () => true,
    analyse: () => ({ findings: [] }),
    ...change,
  }) as Engine;
const entry = (path: string, sizeBytes = 1) => ({ path, sizeBytes });
function contents(
  kept: Record<string, string>,
  files: Record<string, string>,
  entries = Object.keys(files).map((path) => entry(path)),
) {
  const read: string[] = [];
  const from = {
    listing: { entries, skipped: [] },
    reader: {
      async *read(wanted: ReadonlyArray<{ path: string }>) {
        for (const { path } of wanted) {
          read.push(path);
          yield Buffer.from(files[path]!);
        }
      },
    },
    contents: { get: ({ path }: { path: string }) => (path in kept ? Buffer.from(kept[path]!) : undefined) },
    maxBytes: 100,
  };
  return { from: from as never, read };
}
const found = (file: string, trace?: string[]) =>
  ({ file, ...(trace && { trace: trace.map((each) => ({ file: each })) }) }) as never;

test('the text behind each finding and on its way is read once, unless it was kept or is too large', async () => {
  const { from, read } = contents({ b: 'kept' }, { a: 'A', b: 'B', c: 'C', d: 'D', big: 'X', other: 'O' }, [
    entry('a'),
    entry('b'),
    entry('c', 100),
    entry('big', 101),
    entry('other'),
  ]);
  const { origins, passed } = await findOrigins(
    {
      findings: [found('a', ['c', 'b']), found('a'), found('big'), found('gone')],
      redactions: new Map([['a', [[0, 1]]]]),
      maskEverywhere: new Map([['c', [[0, 1]]]]),
    } as never,
    [
      {
        finding: found('old'),
        entry: { blob: 'x', path: 'p' },
        bytes: Buffer.from('P'),
        redactions: [],
        maskEverywhere: [],
      },
    ] as never,
    from,
    async () => undefined,
  );
  expect(read).toEqual(['a', 'c']);
  const told = ({ path, contentKey, bytes, redactions, maskEverywhere }: (typeof passed)[number]) =>
    [path, contentKey, bytes && Buffer.from(bytes).toString(), redactions.length, maskEverywhere.length].join(
      ' ',
    );
  expect(origins.map(told)).toEqual([
    'a a A 1 0',
    'a a A 1 0',
    'big big  0 0',
    'gone gone  0 0',
    'old x p P 0 0',
  ]);
  expect(passed.map(told)).toEqual(['c c C 0 1', 'b b kept 0 0']);
});

test('what is shown is searched for secrets where no engine has, once for each content, and only if something is shown', async () => {
  let asked = 0;
  const analysed: string[] = [];
  const secrets = engine('secrets', {
    wants: (path) => path !== 'unwanted',
    analyse: ({ path }) => {
      analysed.push(path);
      return { findings: [], redactions: [[0, 1]], maskEverywhere: [[1, 2]] } as never;
    },
  });
  const ask = async () => {
    asked++;
    return secrets;
  };
  const { from } = contents({}, { a: 'AA', unwanted: 'U' });
  const none = { findings: [], redactions: new Map(), maskEverywhere: new Map() } as never;
  expect(await findOrigins(none, [], from, ask)).toEqual({ origins: [], passed: [] });
  expect(asked).toBe(0);
  const some = {
    findings: [found('a'), found('a'), found('unwanted'), found('gone')],
    redactions: new Map([['unwanted', [[5, 6]]]]),
    maskEverywhere: new Map(),
  } as never;
  const { origins } = await findOrigins(some, [], from, ask);
  expect(origins.map(({ redactions, maskEverywhere }) => [redactions, maskEverywhere])).toEqual([
    [[[0, 1]], [[1, 2]]],
    [[[0, 1]], [[1, 2]]],
    [[], []],
    [[], []],
  ]);
  expect(analysed).toEqual(['a']);
});

test('a text that nobody could read stays as it is', () => {
  const shown = {
    path: 'a',
    contentKey: 'a',
    bytes: undefined,
    redactions: [[0, 1]],
    maskEverywhere: [],
  } as never;
  expect(withSecretsMasked([shown], engine('secrets'))).toEqual([shown]);
  const read = {
    path: 'a',
    contentKey: 'a',
    bytes: Buffer.from('x'),
    redactions: [[0, 1]],
    maskEverywhere: [],
  } as never;
  expect(withSecretsMasked([read], engine('secrets'))).toMatchObject([
    { redactions: [], maskEverywhere: [] },
  ]);
});
