// A corpus of our own: leaks in every syntax and harmless look-alikes, filled with values that a seed decides, and how they are judged.
//   node bench/secrets/corpus.ts [--seed 1] [--write DIR] [--misses 40]
// Written to a folder it comes with `expect.json`, line by line. A leak counts as found when a finding stands on its line; a harmless file
// is a false alarm when anything at all is found in it. Values, names and syntaxes are drawn anew with every seed.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { expandTemplate } from '../../src/scan/engines/secrets/rules/example-template.ts';
import { createSecretsEngine } from '../../src/scan/engines/secrets/secrets-engine.ts';
import { formats } from './corpus/formats.ts';
import { harmless } from './corpus/harmless.ts';
import { assignmentSyntaxes, formatSyntaxes, otherLeaks, type Syntax, secretNames } from './corpus/leaks.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    write: { type: 'string' },
    misses: { type: 'string', default: '40' },
  },
});

interface Case {
  kind: 'format' | 'assignment' | 'other' | 'harmless';
  path: string;
  content: string;
  /** 1-based; of a leak. */
  line: number;
}

const cases = [
  ...formats.flatMap(([template, name], i) => [0, 1].map((round) => formatCase(template, name, i, round))),
  ...assignmentSyntaxes.flatMap((syntax, i) => [0, 1, 2].map((round) => assignmentCase(syntax, i, round))),
  ...otherLeaks.map(([path, lines, at = 0], i) => otherCase(path, lines, at, i)),
  ...harmless.map(
    ([path, lines], i): Case => ({
      kind: 'harmless',
      path,
      content: fill(lines.join('\n'), `h${i}`),
      line: 1,
    }),
  ),
];

if (values.write !== undefined) writeCases(values.write);
report();

function formatCase(template: string, name: string, index: number, round: number): Case {
  const seed = `f${index}.${round}`;
  const syntax = formatSyntaxes[draw(seed, formatSyntaxes.length)]!;
  return inSyntax('format', syntax, name, fill(template, seed));
}

function assignmentCase(syntax: Syntax, index: number, round: number): Case {
  const seed = `a${index}.${round}`;
  const name = secretNames[draw(seed, secretNames.length)]!;
  const kinds = [
    '{alnum:20}',
    '{alnum:32}',
    '{hex:32}',
    '{b64:43}',
    '{alnum:9}!{digits:2}',
    'Sommer{digits:4}#{alnum:4}',
  ];
  // Words of a key that a machine should have made are not counted on; passwords are chosen by people.
  const chosen = /pass/i.test(name) ? kinds : kinds.slice(0, 4);
  const template = chosen[draw(`${seed}v`, syntax.bare ? Math.min(chosen.length, 3) : chosen.length)]!;
  return inSyntax('assignment', syntax, name, fill(template, seed));
}

function otherCase(path: string, lines: string[], at: number, index: number): Case {
  return { kind: 'other', path, content: fill(lines.join('\n'), `o${index}`), line: at + 1 };
}

function inSyntax(kind: Case['kind'], syntax: Syntax, name: string, value: string): Case {
  const at = syntax.at ?? syntax.lines.findIndex((line) => line.includes('%s'));
  const content = syntax.lines
    .join('\n')
    .replaceAll('%N', name.toUpperCase())
    .replaceAll('%n', name)
    .replaceAll('%s', () => value);
  return { kind, path: syntax.path, content, line: at + 1 };
}

function fill(template: string, seed: string): string {
  return expandTemplate(template, `${values.seed}/${seed}`);
}

function draw(seed: string, below: number): number {
  return createHash('sha256').update(`${values.seed}/${seed}`).digest().readUInt32BE(0) % below;
}

function writeCases(folder: string): void {
  const expected = cases.map(({ kind, path, content, line }, index) => {
    const file = `case-${String(index).padStart(4, '0')}/${path}`;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${content}\n`);
    return kind === 'harmless'
      ? { file, class: 'secret', vulnerable: false }
      : { file, line, class: 'secret', vulnerable: true };
  });
  writeFileSync(join(folder, 'expect.json'), JSON.stringify({ name: 'secrets corpus', cases: expected }));
}

function report(): void {
  const engine = createSecretsEngine();
  const wrong: string[] = [];
  const hits: Record<Case['kind'], number> = { format: 0, assignment: 0, other: 0, harmless: 0 };
  for (const { kind, path, content, line } of cases) {
    const bytes = Buffer.from(`${content}\n`);
    const { findings } = engine.analyse(
      { path, bytes, text: bytes.toString(), tree: undefined },
      { hashSecret: () => '' },
    );
    const hit =
      kind === 'harmless'
        ? findings.length > 0
        : findings.some(({ startLine, endLine }) => startLine <= line && endLine >= line);
    if (hit) hits[kind]++;
    if (hit === (kind === 'harmless'))
      wrong.push(
        `${kind.padEnd(10)} ${path}: ${content.split('\n')[line - 1]!.slice(0, 140)} ${findings.map((f) => `${f.ruleId}/${f.severity}`).join(' ')}`,
      );
  }
  for (const line of wrong.slice(0, Number(values.misses))) console.log(line);
  const total = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
  const leaks = (['format', 'assignment', 'other'] as const).map((kind) => ({
    kind,
    found: hits[kind],
    of: total(kind),
  }));
  const found = leaks.reduce((sum, one) => sum + one.found, 0);
  const of = leaks.reduce((sum, one) => sum + one.of, 0);
  const result = {
    seed: values.seed,
    leaks: of,
    truePositiveRate: found / of,
    byKind: Object.fromEntries(leaks.map((one) => [one.kind, one.found / one.of])),
    harmless: total('harmless'),
    falsePositiveRate: hits.harmless / total('harmless'),
  };
  console.log(result);
  mkdirSync(new URL('../results/', import.meta.url), { recursive: true });
  writeFileSync(
    new URL('../results/secrets-corpus.json', import.meta.url),
    `${JSON.stringify(result, undefined, 2)}\n`,
  );
}
