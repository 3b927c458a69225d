import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts } from '../../src/scan/engines/code/domain/facts.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';
import { type Program, readPrograms } from './programs/read-programs.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** The weaknesses that a program is reported for: at medium and above, or at all. */
async function weaknesses({ files }: Program, atAll: boolean): Promise<number[]> {
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!(files.map(({ path }) => path));
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  const findings = files.flatMap(({ path, text }) => {
    const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
    const analysis = engine.analyse(file, tools);
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
    return analysis.findings;
  });
  findings.push(...engine.conclude!(facts, tools).findings);
  return findings
    .filter(({ severity }) => atAll || (severity !== 'low' && severity !== 'info'))
    .flatMap(({ cwe }) => cwe.map((id) => Number(id.slice('CWE-'.length))));
}

const folder = new URL('./programs/', import.meta.url);
const suites = readdirSync(folder).filter((name) => name.endsWith('.txt'));
const programs = suites.flatMap((name) =>
  readPrograms(name, readFileSync(new URL(name, folder), 'utf8')).map((program) => ({ name, ...program })),
);

/** Forged lines of a log: reported, and in most languages rated low, since they are by far the commonest finding and the least harmful. */
const ratedLow = new Set([117]);

test.each(programs.filter(({ bad }) => bad))('$name finds: $title', async (program) => {
  expect(await weaknesses(program, ratedLow.has(program.cwe))).toContain(program.cwe);
});

test.each(programs.filter(({ bad }) => !bad))('$name leaves alone: $title', async (program) => {
  expect(await weaknesses(program, true)).not.toContain(program.cwe);
});
