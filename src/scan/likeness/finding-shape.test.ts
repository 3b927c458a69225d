import { expect, test } from 'vitest';
import { sampleFinding } from '../../../test/support/sample-scan.ts';
import type { Finding } from '../model/finding.ts';
import { codeWords, type LineComment, lineCommentOf } from './code-words.ts';
import { flaggedCode, shapeOf } from './finding-shape.ts';
import { likeness } from './likeness.ts';

/** The weights of a shape, heaviest first: the features themselves are hashed. */
const weights = (finding: Finding) => [...shapeOf(finding).values()].sort((a, b) => b - a);
const at = (text: string, change: Partial<Finding> = {}) =>
  sampleFinding({
    file: 'src/a.ts',
    trace: [],
    startLine: 1,
    endLine: 1,
    line: 1,
    startColumn: 1,
    endColumn: text.length + 1,
    snippet: { startLine: 1, text },
    ...change,
  });

test.for([
  ['a call of a program', at('run(x)'), [4, 2, 1, 0.5]],
  ['a text and a number', at("run('a', 7)"), [4, 2, 1, 1, 0.75, 0.25]],
  ['a member', at('a.b'), [2, 2, 1, 0.5]],
  ['the same in a configuration', at('run(x)', { engine: 'infrastructure' }), [3, 3, 2, 1]],
  [
    'what else is on the line counts little',
    at('y = run(x)', { startColumn: 5, endColumn: 11 }),
    [4, 2, 1, 0.5, 0.25, 0.125],
  ],
  ['several lines are one', at('a()\nb()', { endLine: 2 }), [4, 4, 2, 1]],
  ['nothing to see', at('run(x)', { snippet: { startLine: 1, text: '' } }), [8, 2]],
  ['a line that was cut', at('run(x)', { startColumn: 900, endColumn: 910 }), [8, 2, 1, 0.25, 0.125]],
  [
    'a credential',
    at('key = "•••"', { engine: 'secrets', secret: { provider: 'p', redacted: 'r', validity: 'unknown' } }),
    [3, 3, 3, 2, 2, 1, 1],
  ],
  [
    'a flow',
    at('x', {
      trace: [
        { file: 'a', line: 1, column: 1, kind: 'source', message: 's' },
        { file: 'a', line: 1, column: 1, kind: 'step', message: 't' },
        { file: 'a', line: 1, column: 1, kind: 'sink', message: 'ends in `run(y)`' },
      ],
    }),
    [4, 3, 2, 1, 0.5, 0.5],
  ],
  ['a package', at('x', { package: { purl: 'pkg:npm/a@1', path: [], vulnIds: ['A', 'B'] } }), [8, 4, 4, 2]],
] as Array<[string, Finding, number[]]>)('%s', ([, finding, expected]) => {
  expect(weights(finding)).toEqual(expected);
});

test('the provider and the masked form of a credential tell it from another', () => {
  const secret = (provider: string, redacted: string) =>
    shapeOf(at('key', { engine: 'secrets', secret: { provider, redacted, validity: 'unknown' } }));
  const same = likeness(secret('a', 'x'), secret('a', 'x'));
  expect(same).toBe(1);
  expect(likeness(secret('a', 'x'), secret('b', 'x'))).toBeLessThan(0.7);
  expect(likeness(secret('a', 'x'), secret('a', 'y'))).toBeLessThan(0.7);
});

test('at most twenty advisories and the first six lines count', () => {
  const many = (count: number) =>
    at('x', {
      package: { purl: 'pkg:npm/a@1', path: [], vulnIds: Array.from({ length: count }, (_, i) => `A${i}`) },
    });
  expect([shapeOf(many(20)).size, shapeOf(many(21)).size]).toEqual([22, 22]);
  const text = Array.from({ length: 9 }, (_, i) => `line ${i + 1}`).join('\n');
  expect(flaggedCode(sampleFinding({ startLine: 2, endLine: 9, snippet: { startLine: 1, text } }))).toBe(
    'line 2\nline 3\nline 4\nline 5\nline 6\nline 7',
  );
  expect(flaggedCode(sampleFinding({ startLine: 2, endLine: 3, snippet: { startLine: 1, text } }))).toBe(
    'line 2\nline 3',
  );
  expect(
    flaggedCode(
      sampleFinding({ startLine: 1, endLine: 1, snippet: { startLine: 1, text: 'x'.repeat(1300) } }),
    ),
  ).toHaveLength(1200);
});

test.for([
  [
    'a.b(c, "D e", 7) != 1',
    '//',
    ['name a', 'called b', 'name c', 'text d e', 'number 7', 'mark !=', 'number 1'],
  ],
  ['f (x)', '//', ['called f', 'name x']],
  ['a->b::c', '//', ['name a', 'mark ->', 'member b', 'mark ::', 'member c']],
  ['x // comment\ny', '//', ['name x', 'name y']],
  ['x # comment\ny', '#', ['name x', 'name y']],
  ['x -- comment', '--', ['name x']],
  ['"http://x" /* c */ y', '//', ['text http://x', 'name y']],
  ['<!-- c --> z', 'none', ['name z']],
  ["'it\\'s' `b`", '//', ["text it\\'s", 'text b']],
  ['data-name @decorator $x', '//', ['name data-name', 'name @decorator', 'name $x']],
] as Array<[string, LineComment, string[]]>)('the words of %s', ([code, comment, expected]) => {
  expect(codeWords(code, comment).map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected);
});

test('at most 200 words and 60 characters of a text count', () => {
  expect(codeWords('a '.repeat(300), '//')).toHaveLength(200);
  expect(codeWords(`"${'x'.repeat(100)}"`, '//')[0]!.text).toHaveLength(60);
});

test.for([
  ['a.py', '#'],
  ['Dockerfile', '#'],
  ['b/Makefile.am', '#'],
  ['a.sql', '--'],
  ['a.html', 'none'],
  ['a.ts', '//'],
  ['noextension', '//'],
] as const)('comments of %s begin with %s', ([file, expected]) => {
  expect(lineCommentOf(file)).toBe(expected);
});
