import { expect, test } from 'vitest';
import type { Engine } from '../../engines/engine.ts';
import type { RepositoryReader } from '../../source/repository-entry.ts';
import { type GatherOptions, gatherSymbols } from './gather-symbols.ts';

/** An engine that finds the word `hunter2` secret, and whatever else it is told to. */
const secrets = (more: Array<[number, number]> = []) =>
  ({
    analyse: ({ text }: { text: string }) => ({
      findings: [],
      redactions: [...[...text.matchAll(/hunter2/g)].map(({ index }) => [index, index + 7]), ...more],
    }),
  }) as unknown as Engine;

async function gather(
  files: Record<string, string | Uint8Array | undefined>,
  options: Partial<GatherOptions> = {},
  link?: string,
) {
  const entries = Object.entries(files).map(([path, content]) => ({
    path,
    sizeBytes: content?.length ?? 0,
    ...(path === link && { linkTo: 'x' }),
  }));
  const asked: string[] = [];
  const reader = {
    async *read(wanted: typeof entries) {
      for (const { path } of wanted) {
        asked.push(path);
        const content = files[path];
        yield typeof content === 'string' ? Buffer.from(content) : content;
      }
    },
  } as unknown as RepositoryReader;
  const { symbols, ...rest } = await gatherSymbols(entries, {
    reader,
    maxFileBytes: 1000,
    secrets: secrets(),
    mask: (text) => text.replaceAll('token', '*****'),
    tests: false,
    isOver: () => false,
    ...options,
  });
  return {
    names: symbols.map(({ path, name }) => `${path} ${name}`),
    contents: symbols.map(({ content }) => content),
    symbols,
    asked,
    ...rest,
  };
}

const one = 'export function one() {\n  return 1;\n}\n';

test('code and documents are taken apart, other files are not read', async () => {
  const { asked, names, unread, truncated } = await gather({
    'a.js': one,
    'README.md': '# Title\n\nWords about it.\n',
    'data.bin': 'x',
    'notes.txt': 'x',
    CONTRIBUTING: 'How to help.\n',
  });
  expect(asked).toEqual(['a.js', 'README.md', 'CONTRIBUTING']);
  expect(names.filter((name) => name.startsWith('a.js'))).toEqual(['a.js one', 'a.js ']);
  expect(names.map((name) => name.split(' ')[0])).toEqual(['a.js', 'a.js', 'README.md', 'CONTRIBUTING']);
  expect([unread, truncated]).toEqual([[], false]);
});

test('links and files beyond the limit are not read, a file at the limit is', async () => {
  expect((await gather({ 'a.js': one, 'b.js': one }, {}, 'a.js')).asked).toEqual(['b.js']);
  expect((await gather({ 'a.js': one }, { maxFileBytes: one.length })).asked).toEqual(['a.js']);
  expect((await gather({ 'a.js': one }, { maxFileBytes: one.length - 1 })).asked).toEqual([]);
});

test('what cannot be read or is no text is counted', async () => {
  const { unread, names } = await gather({ 'a.js': undefined, 'b.js': new Uint8Array(50), 'c.js': one });
  expect([unread, names]).toEqual([
    ['a.js', 'b.js'],
    ['c.js one', 'c.js '],
  ]);
});

test('tests are kept apart, and what is vendored stays out', async () => {
  const files = { 'node_modules/x/a.js': one, 'test/a.test.js': one, 'src/a.js': one };
  expect((await gather(files)).names).toEqual(['src/a.js one', 'src/a.js ']);
  const { symbols } = await gather(files, { tests: true });
  expect(symbols.map(({ path, isTest }) => [path, isTest])).toEqual([
    ['test/a.test.js', true],
    ['test/a.test.js', true],
    ['src/a.js', undefined],
    ['src/a.js', undefined],
  ]);
});

test('secrets are covered by as many stars, line ends stay, and words of the mask go everywhere', async () => {
  const text = 'export function one(token) {\n  return "hunter2";\n}\n';
  const { contents, symbols } = await gather({ 'a.js': text });
  expect(contents[0]).toContain('return "*******";');
  expect(contents[0]).not.toContain('token');
  expect(symbols[0]!.signature).toContain('*****');
  const [overlapping] = (
    await gather(
      { 'a.js': one },
      {
        secrets: secrets([
          [30, 34],
          [26, 32],
          [27, 31],
        ]),
      },
    )
  ).contents;
  expect(overlapping).toContain('{\n  ********;\n}');
  const [across] = (await gather({ 'a.js': one }, { secrets: secrets([[22, 28]]) })).contents;
  expect(across!.split('\n').slice(1, 3)).toEqual(['export function one() *', '****turn 1;']);
});

test('so many symbols and characters are handed over, and no more', async () => {
  const files = { 'a.js': one, 'b.js': one };
  const taken = async (bounds: { symbols: number; units: number }) => {
    const { names, truncated } = await gather(files, { bounds });
    return [names.length, truncated];
  };
  const units = (await gather(files)).contents.join('').length;
  expect(await taken({ symbols: 4, units: 1e6 })).toEqual([4, false]);
  expect(await taken({ symbols: 3, units: 1e6 })).toEqual([3, true]);
  expect(await taken({ symbols: 9, units })).toEqual([4, false]);
  expect(await taken({ symbols: 9, units: units - 1 })).toEqual([3, true]);
});

test('when the time is over the rest is left', async () => {
  let asked = 0;
  const { names, truncated } = await gather(
    { 'a.js': one, 'b.js': one, 'c.js': one },
    { isOver: () => ++asked === 2 },
  );
  expect([names.length, truncated]).toEqual([4, true]);
  const whole = await gather({ 'a.js': one }, { isOver: () => true });
  expect([whole.names.length, whole.truncated]).toEqual([2, false]);
});
