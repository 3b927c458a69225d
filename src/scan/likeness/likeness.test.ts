import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleFinding } from '../../../test/support/sample-scan.ts';
import type { Finding } from '../model/finding.ts';
import { pathKind } from '../model/path-kind.ts';
import { codeWords, lineCommentOf } from './code-words.ts';
import { type FindingShape, packShape, shapeOf, unpackShape } from './finding-shape.ts';
import { likeness } from './likeness.ts';

function coded(code: string, change: Partial<Finding> = {}): Finding {
  const {
    startColumn: _,
    endColumn: __,
    trace: ___,
    ...plain
  } = sampleFinding({
    file: 'src/fetch.js',
    line: 1,
    startLine: 1,
    endLine: 1,
    snippet: { startLine: 1, text: code },
  });
  return { ...plain, ...change };
}
const compare = (a: Finding, b: Finding) => likeness(shapeOf(a), shapeOf(b));

const shapes: fc.Arbitrary<FindingShape> = fc
  .dictionary(
    fc.string({ minLength: 11, maxLength: 11, unit: 'grapheme-ascii' }),
    fc.integer({ min: 1, max: 8 }),
  )
  .map((features) => new Map(Object.entries(features)));

test('likeness is the same both ways, from 0 to 1, and 1 for what is equal', () => {
  fc.assert(
    fc.property(shapes, shapes, (a, b) => {
      const score = likeness(a, b);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(likeness(b, a)).toBe(score);
      if (a.size > 0) expect(likeness(a, new Map(a))).toBe(1);
    }),
  );
});

test('whatever one has that the other has not only makes them less alike', () => {
  fc.assert(
    fc.property(shapes, shapes, shapes, (a, b, more) => {
      const stuffed = new Map([...more, ...b].filter(([feature]) => b.has(feature) || !a.has(feature)));
      expect(likeness(a, stuffed)).toBeLessThanOrEqual(likeness(a, b));
    }),
  );
});

test('a shape comes back from its text as it was, and a damaged text is a shape of less', () => {
  const shape = shapeOf(sampleFinding());
  expect(unpackShape(packShape(shape))).toEqual(shape);
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const weight of unpackShape(text).values()) expect(weight).toBeGreaterThan(0);
    }),
  );
});

test('renamed variables, other values and other blanks are alike; another call is not', () => {
  const base = coded('const reply = await fetch(request.query.target, { timeout: 10 });');
  expect(
    compare(base, coded('let r = await fetch( request.query.address, {timeout: 99} );')),
  ).toBeGreaterThan(0.6);
  expect(compare(base, coded('const reply = await axios.get(config.target);'))).toBeLessThan(0.3);
});

test('the same code in a test is less alike than in the same kind of place', () => {
  const base = coded('fetch(request.query.target)');
  const inTest = coded('fetch(request.query.target)', { file: 'test/fetch.test.js' });
  expect(compare(base, inTest)).toBeLessThan(compare(base, coded('fetch(request.query.target)')));
});

test('a vulnerable package is the same problem whatever version is locked, another advisory is not', () => {
  const of = (purl: string, id: string) =>
    sampleFinding({ package: { purl, path: [], vulnIds: [id] }, file: 'package-lock.json' });
  const base = of('pkg:npm/%40scope/left@1.0.0', 'CVE-1');
  expect(compare(base, of('pkg:npm/%40scope/left@1.2.0', 'CVE-1'))).toBe(1);
  expect(compare(base, of('pkg:npm/%40scope/right@1.0.0', 'CVE-1'))).toBeLessThan(0.6);
  expect(compare(base, of('pkg:npm/%40scope/left@1.0.0', 'CVE-2'))).toBeLessThan(0.7);
});

test('what is in a comment or in a string is no code', () => {
  const words = (code: string, file: string) =>
    codeWords(code, lineCommentOf(file))
      .filter(({ kind }) => kind === 'called')
      .map(({ text }) => text);
  expect(words('run(a) // fetch(b)', 'a.js')).toEqual(['run']);
  expect(words('run("https://x.example/?fetch(b)") /* load(c) */', 'a.js')).toEqual(['run']);
  expect(words('run(a) # fetch(b)', 'a.py')).toEqual(['run']);
  expect(words('run(self.#secret)', 'a.js')).toEqual(['run']);
  expect(words('<a href="x"> <!-- fetch(b) --> {{ run(a) }}', 'a.html')).toEqual(['run']);
});

test.each([
  ['src/server.js', 'source'],
  ['src/latest/contest.js', 'source'],
  ['test/server.js', 'test'],
  ['src/server.test.ts', 'test'],
  ['tests/test_a.py', 'test'],
  ['examples/a.js', 'example'],
  ['docs/a.md', 'documentation'],
  ['.github/workflows/ci.yml', 'configuration'],
  ['vendor/a/test/b.go', 'vendored'],
])('%s is for %s', (path, kind) => {
  expect(pathKind(path)).toBe(kind);
});

test('any text at all becomes a shape of bounded size', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
      expect(shapeOf(coded(text)).size).toBeLessThan(900);
    }),
  );
  expect(shapeOf(coded(`a(${'b, '.repeat(500_000)})`)).size).toBeLessThan(900);
});
