import { expect, test } from 'vitest';
import { sampleFinding } from '../../../test/support/sample-scan.ts';
import type { TraceStep } from '../model/finding.ts';
import { SnippetMaker } from './snippet.ts';
import { StepSnippets } from './step-snippets.ts';

const step = (file: string, line: number): TraceStep => ({
  file,
  line,
  column: 1,
  kind: 'step',
  message: '',
});
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name} ${i + 1}`).join('\n');

test('a step outside of the snippet has its own lines, one inside does not', () => {
  const makers = new Map(
    ['src/a.ts', 'src/b.ts'].map((file) => [file, new SnippetMaker(lines(file, 100), [])]),
  );
  const finding = sampleFinding({
    file: 'src/a.ts',
    line: 50,
    snippet: { startLine: 48, text: lines('src/a.ts', 5) },
    trace: [
      step('src/b.ts', 7),
      step('src/a.ts', 3),
      step('src/a.ts', 48),
      step('src/a.ts', 52),
      step('src/a.ts', 53),
      step('src/gone.ts', 1),
      step('src/b.ts', 1_000),
      step('src/a.ts', 50),
    ],
  });
  const { trace } = new StepSnippets((file) => makers.get(file)).addTo(finding);
  expect(trace!.map(({ snippet }) => snippet)).toEqual([
    { startLine: 6, text: 'src/b.ts 6\nsrc/b.ts 7\nsrc/b.ts 8' },
    { startLine: 2, text: 'src/a.ts 2\nsrc/a.ts 3\nsrc/a.ts 4' },
    undefined,
    undefined,
    { startLine: 52, text: 'src/a.ts 52\nsrc/a.ts 53\nsrc/a.ts 54' },
    undefined,
    undefined,
    undefined,
  ]);
});

test('a secret on the way of the data is masked', () => {
  const text = 'const key = "hunter22-hunter22";\nuse(key);\n';
  const start = text.indexOf('hunter22');
  const maker = new SnippetMaker(text, [[start, start + 17]]);
  const finding = sampleFinding({ trace: [step('src/keys.ts', 2)] });
  const { trace } = new StepSnippets(() => maker).addTo(finding);
  expect(trace![0]!.snippet!.text).toBe('const key = "••••••";\nuse(key);');
});

test('what a scan keeps of the ways of its data is bounded, for one finding and for all', () => {
  const maker = new SnippetMaker(lines('x'.repeat(200), 1_000), []);
  const snippets = new StepSnippets(() => maker);
  const trace = Array.from({ length: 100 }, (_, i) => step('src/long.ts', 5 * i + 1));
  const finding = sampleFinding({ trace });
  const first = snippets.addTo(finding);
  expect(first.trace!.filter(({ snippet }) => snippet)).toHaveLength(24);
  let characters = 0;
  for (let i = 0; i < 2_000; i++)
    for (const { snippet } of snippets.addTo(finding).trace!) characters += snippet?.text.length ?? 0;
  expect(characters).toBeGreaterThan(7_000_000);
  expect(characters).toBeLessThan(8_001_000);
  expect(snippets.addTo(finding)).toBe(finding);
});

test('one more has its lines as long as a single character is left for all', () => {
  const line = 'x'.repeat(200);
  const maker = new SnippetMaker(line, []);
  const snippets = new StepSnippets(() => maker);
  const trace = Array.from({ length: 20 }, () => step('src/b.ts', 1));
  const finding = sampleFinding({ trace });
  // 39,999 of 40,000 lines.
  for (let i = 0; i < 1_999; i++) snippets.addTo(finding);
  snippets.addTo(sampleFinding({ trace: trace.slice(1) }));
  const short = new SnippetMaker('x'.repeat(199), []);
  let maker2 = short;
  const last = new StepSnippets(() => maker2);
  for (let i = 0; i < 1_999; i++) {
    maker2 = maker;
    last.addTo(finding);
  }
  last.addTo(sampleFinding({ trace: trace.slice(1) }));
  maker2 = short;
  const shown = (of: StepSnippets) =>
    of.addTo(sampleFinding({ trace: trace.slice(0, 2) })).trace!.map(({ snippet }) => snippet !== undefined);
  expect(shown(snippets)).toEqual([true, false]);
  expect(shown(last)).toEqual([true, true]);
});
