/**
 * How many findings of each severity and rule the code engine has on repositories, per thousand lines:
 * `node bench/code/noise/by-rule.ts --mirror DIR --only owner/name,… [--top 40] [--megabytes 30] [--write FILE]`
 * DIR holds bare clones as `owner+name/repo`; their newest commit is scanned, of larger ones a part of the files chosen by a hash of the path. Lines are those with something on them of files that are analysed.
 * FILE gets one line of JSON for each finding from medium on, with the code around it, for reading a sample of them.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { createCodeEngine } from '../../../src/scan/engines/code/code-engine.ts';
import type { Severity } from '../../../src/scan/model/finding.ts';
import { mergeFindings } from '../../../src/scan/pipeline/analyse/merging/merge-findings.ts';
import { withoutRepetition } from '../../../src/scan/pipeline/outcome/repeated-places.ts';
import { languageOf } from '../../../src/scan/syntax/languages.ts';
import { gitFolder } from '../cve/cases.ts';
import { filesOfCommit } from '../cve/commit-files.ts';
import { startAsAnalysingProcess } from '../in-analysing-process.ts';
import { scanSources } from '../scan-sources.ts';
import { partOf } from './part-of.ts';

interface Tally {
  lines: number;
  loud: number;
  medium: number;
  low: number;
}

startAsAnalysingProcess();

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const top = Number(option('--top') ?? 40);
const out = option('--write');
if (out) writeFileSync(out, '');

const engine = createCodeEngine();
const byLanguage = new Map<string, Tally>();
const byRule = new Map<string, Tally & { repositories: Set<string> }>();
const total = emptyTally();
for (const repo of option('--only')!.split(',')) {
  const git = gitFolder({ repo }, option('--mirror')!);
  if (git === undefined) {
    console.log(`${repo}: not there`);
    continue;
  }
  const all = filesOfCommit(
    git,
    'HEAD',
    [],
    200e6,
    (path, size) => size <= 5 << 20 && engine.wants(path, size),
  );
  const files = partOf(all, Number(option('--megabytes') ?? 30) * 1e6);
  const scanned = await scanSources(files);
  // As a scan does: one place that two ways lead to is one finding.
  const findings = withoutRepetition(
    mergeFindings(scanned.findings.map((finding) => ({ ...finding, engine: 'code' as const }))),
  );
  const texts = new Map(files.map((file) => [file.path, file]));
  const own = emptyTally();
  for (const file of files) {
    const lines = linesOf(file.read());
    for (const tally of [own, total, tallyOf(byLanguage, languageIn(file.path))]) tally.lines += lines;
  }
  for (const { severity, ruleId, file, startLine, endLine, identity, trace, confidence } of findings) {
    const level = levelOf(severity);
    const rule = byRule.get(ruleId) ?? { ...emptyTally(), repositories: new Set() };
    byRule.set(ruleId, rule);
    for (const tally of [own, total, rule, tallyOf(byLanguage, languageIn(file))]) tally[level]++;
    if (level === 'low') continue;
    rule.repositories.add(repo);
    if (!out) continue;
    const lines = texts.get(file)?.read().toString('utf8').split('\n') ?? [];
    const around = lines
      .slice(Math.max(0, startLine - 4), endLine + 2)
      .map((line) => line.slice(0, 220))
      .slice(0, 16);
    const way = trace?.map((step) => `${step.file}:${step.line} ${step.message}`);
    const at = `${file}:${startLine}`;
    const { scope, tokens } = identity;
    const row = { repo, severity, confidence, ruleId, at, scope, code: tokens, way, around };
    appendFileSync(out, `${JSON.stringify(row)}\n`);
  }
  console.log(`${repo} ${described(own)}`);
}
for (const [language, tally] of [...byLanguage].sort(([, a], [, b]) => b.lines - a.lines))
  console.log(`  ${language} ${described(tally)}`);
const rules = [...byRule].sort(([, a], [, b]) => b.medium - a.medium).slice(0, top);
for (const [rule, { medium, loud, low, repositories }] of rules)
  console.log(`  ${medium} medium, ${loud} loud, ${low} low, ${repositories.size} repositories: ${rule}`);
console.log(`all ${described(total)}`);

function emptyTally(): Tally {
  return { lines: 0, loud: 0, medium: 0, low: 0 };
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const known = tallies.get(key) ?? emptyTally();
  tallies.set(key, known);
  return known;
}

/** The language of a file, or how its name ends where it is a template. */
function languageIn(path: string): string {
  return languageOf(path) ?? path.slice(path.lastIndexOf('.') + 1);
}

function levelOf(severity: Severity): 'loud' | 'medium' | 'low' {
  return severity === 'high' || severity === 'critical' ? 'loud' : severity === 'medium' ? 'medium' : 'low';
}

function described({ lines, loud, medium, low }: Tally): string {
  const per = (count: number) => ((1000 * count) / Math.max(1, lines)).toFixed(3);
  return `${lines} lines, loud ${loud} = ${per(loud)}, medium ${medium} = ${per(medium)}, low ${low} = ${per(low)}`;
}

function linesOf(content: Buffer): number {
  return content
    .toString('latin1')
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}
