import { expect, test } from 'vitest';
import type { AttributedFinding } from '../../findings/identity.ts';
import { withoutRepetition } from './repeated-places.ts';

const finding = (startLine: number, more: Partial<AttributedFinding> = {}): AttributedFinding => ({
  engine: 'code',
  ruleId: 'a',
  severity: 'medium',
  confidence: 'medium',
  title: 't',
  description: 'd',
  file: 'a.js',
  startLine,
  endLine: startLine,
  category: 'injection',
  cwe: ['CWE-79'],
  identity: { scope: 'show', tokens: '' },
  ...more,
});
const traceOf = (start: number, length: number): NonNullable<AttributedFinding['trace']> =>
  Array.from({ length }, (_, i) => ({
    file: 'a.js',
    line: start + i,
    column: 1,
    kind: i === 0 ? ('source' as const) : ('step' as const),
    message: '',
  }));
const lowLines = (findings: AttributedFinding[]) =>
  withoutRepetition(findings).flatMap(({ severity, startLine }) => (severity === 'low' ? [startLine] : []));
const lines = [1, 2, 3, 4, 5, 6];

test('of many ways from one source the four shortest stay medium', () => {
  const ways = lines.map((line) => finding(line, { trace: traceOf(1, 8 - line) }));
  expect(lowLines(ways)).toEqual([1, 2]);
});

test('ways from a function that reads the request for many callers stay as they are', () => {
  const [source] = traceOf(1, 1);
  const ways = lines.map((line) => finding(line, { trace: [source!, ...traceOf(10 * line, 3)] }));
  expect(lowLines(ways)).toEqual([]);
});

test('ways from several sources, of several rules and what is high stay as they are', () => {
  expect(lowLines(lines.map((line) => finding(line, { trace: traceOf(line, 3) })))).toEqual([]);
  expect(lowLines(lines.map((line) => finding(line, { ruleId: `${line}`, trace: traceOf(1, 3) })))).toEqual(
    [],
  );
  const high = lines.map((line) => finding(line, { severity: 'high' as const, trace: traceOf(1, 3) }));
  expect(withoutRepetition(high)).toEqual(high);
});

test('of many places without a source in one function two stay medium, by whichever rules they are reported', () => {
  expect(lowLines(lines.map((line) => finding(line, { ruleId: `${line % 2}` })))).toEqual([3, 4, 5, 6]);
});

test('of many secrets that reach one weak hash the two shortest ways stay medium', () => {
  const [hash] = traceOf(90, 1);
  const ways = (cwe: string) =>
    lines.map((line) =>
      finding(line, {
        cwe: [cwe],
        trace: [...traceOf(10 * line, 7 - line), hash!, ...traceOf(10 * line, 1)],
      }),
    );
  expect(lowLines(ways('CWE-916'))).toEqual([1, 2, 3, 4]);
  expect(lowLines(ways('CWE-89'))).toEqual([]);
});

test('of the same comparison of paths in one file two stay medium', () => {
  const compared = (tokens: (line: number) => string) =>
    lines.map((line) =>
      finding(line, { cwe: ['CWE-23'], identity: { scope: `${line}`, tokens: tokens(line) } }),
    );
  expect(lowLines(compared(() => 'path.startsWith(root)'))).toEqual([3, 4, 5, 6]);
  expect(lowLines(compared((line) => `path.startsWith(root${line})`))).toEqual([]);
});

test.for([
  ['in several functions', (line: number) => ({ identity: { scope: `${line}`, tokens: '' } })],
  ['outside of any function', () => ({ identity: { scope: '', tokens: '' } })],
  ['in several files', (line: number) => ({ file: `${line}.js` })],
  ['of a setting that does harm by itself', () => ({ cwe: ['CWE-295'] })],
  ['of another engine', () => ({ engine: 'infrastructure' as const })],
] as const)('places without a source %s stay medium', ([, more]) => {
  expect(lowLines(lines.map((line) => finding(line, more(line))))).toEqual([]);
});
