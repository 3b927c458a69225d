/**
 * High and critical findings on well-kept repositories, held against what was found when each was read:
 * `node bench/code/noise/loud-findings.ts --mirror DIR [--part read|unseen] [--only owner/name,…] [--write FILE] [--flows FILE]`
 * DIR holds bare clones as `owner+name/repo`; their newest commit is scanned with the code engine alone. `verdicts.json` says of each finding that
 * was read whether it is true, by design or false, and why. Prints those without a verdict, and the share of true ones. Findings of the repositories
 * under `unseen` were read only after the last change that their figures are given for. `--only` also takes repositories that are in neither part;
 * `--flows` writes the way that the data takes in each finding, for reading them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createCodeEngine } from '../../../src/scan/engines/code/code-engine.ts';
import type { EngineFinding, TraceStep } from '../../../src/scan/model/finding.ts';
import { gitFolder } from '../cve/cases.ts';
import { filesOfCommit } from '../cve/commit-files.ts';
import { startAsAnalysingProcess } from '../in-analysing-process.ts';
import { scanSources } from '../scan-sources.ts';

interface Verdict {
  repo: string;
  rule: string;
  file: string;
  /** The code at the place, without blanks that vary. */
  code: string;
  verdict: 'true' | 'by-design' | 'false';
  reason: string;
}

interface Row {
  repo: string;
  files: number;
  lines: number;
  loud: number;
  medium: number;
  true: number;
  byDesign: number;
  false: number;
  unread: number;
}

startAsAnalysingProcess();

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const { repositories, unseen, verdicts } = JSON.parse(
  readFileSync(new URL('./verdicts.json', import.meta.url), 'utf8'),
) as { repositories: string[]; unseen: string[]; verdicts: Verdict[] };
const only = option('--only')?.split(',');
const part = option('--part') ?? 'read';

const engine = createCodeEngine();
const rows: Row[] = [];
const flows: unknown[] = [];
for (const repo of only ?? (part === 'unseen' ? unseen : repositories)) {
  const git = gitFolder({ repo }, option('--mirror')!);
  if (git === undefined) {
    console.log(`${repo}: not there`);
    continue;
  }
  const files = filesOfCommit(
    git,
    'HEAD',
    [],
    30e6,
    (path, size) => size <= 5 << 20 && engine.wants(path, size),
  );
  const { findings, files: count } = await scanSources(files);
  const lines = files.reduce((sum, file) => sum + linesOf(file.read()), 0);
  const loud = findings.filter(({ severity }) => severity === 'high' || severity === 'critical');
  const medium = findings.filter(({ severity }) => severity === 'medium').length;
  const read = loud.map((finding) => ({ finding, verdict: verdictOf(repo, finding) }));
  for (const { finding, verdict } of read)
    if (!verdict)
      console.log(
        `${repo} ${finding.severity} ${finding.ruleId} ${finding.file}:${finding.startLine} ${finding.identity.tokens}`,
      );
  for (const { severity, ruleId, file, startLine, identity, trace } of loud)
    flows.push({
      repo,
      severity,
      ruleId,
      at: `${file}:${startLine}`,
      code: identity.tokens,
      way: trace?.map(wayPoint),
    });
  const number = (kind: Verdict['verdict']) => read.filter(({ verdict }) => verdict?.verdict === kind).length;
  const row: Row = {
    repo,
    files: count,
    lines,
    loud: loud.length,
    medium,
    true: number('true'),
    byDesign: number('by-design'),
    false: number('false'),
    unread: read.filter(({ verdict }) => !verdict).length,
  };
  rows.push(row);
  console.log(JSON.stringify(row));
}
const sum = (key: Exclude<keyof Row, 'repo'>) => rows.reduce((total, row) => total + row[key], 0);
const total = {
  loud: sum('loud'),
  true: sum('true'),
  byDesign: sum('byDesign'),
  false: sum('false'),
  unread: sum('unread'),
  loudPerThousandLines: (1000 * sum('loud')) / sum('lines'),
  mediumPerThousandLines: (1000 * sum('medium')) / sum('lines'),
};
console.log(JSON.stringify(total));
const out = option('--write');
if (out) writeFileSync(out, `${JSON.stringify({ rows, total }, null, 1)}\n`);

const flowsFile = option('--flows');
if (flowsFile) writeFileSync(flowsFile, `${JSON.stringify(flows, null, 1)}\n`);

function wayPoint({ file, line, message }: TraceStep): string {
  return `${file}:${line} ${message}`;
}

/** Lines with something on them, of files that are analysed. */
function linesOf(content: Buffer): number {
  return content
    .toString('latin1')
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}

function verdictOf(repo: string, { ruleId, file, identity }: EngineFinding): Verdict | undefined {
  return verdicts.find(
    (each) =>
      each.repo === repo && each.rule === ruleId && each.file === file && each.code === identity.tokens,
  );
}
