/**
 * Real vulnerabilities: is the place that a fix touched reported before the fix, and no longer after it?
 * `node bench/code/cve/recall.ts CASES.json --mirror DIR [--only java,go] [--ids CVE-1,CVE-2] [--part read|unseen] [--megabytes 1.5 | --whole] [--write FILE] [--list]`
 * DIR holds bare clones as `owner+name/repo`. `advisory-cases.json` lists fixes that name their advisory, in other repositories than the development cases, `named-fixes.json` fixes that say what they fix, in others again (`find-fixes.ts`), `second.json` fixes that were chosen by hand and unseen, in others still, `third.json` the same again, `fourth-typed.json` the same in Go, Java, Python and C#, `fourth-scripts.json` in JavaScript, Ruby and PHP, `fifth-typed.json` in Go, Java, Python and C# again, half of it held back, and `fifth-scripts.json` in JavaScript, Ruby and PHP, two fifths of it held back, `sixth.json` fixes of the last years that were found by their words, unseen, and `packaged.json` fixes that a distribution carries as patches of named advisories (`packaged-fixes.ts` makes the mirror), unseen. Of each commit only the files nearest to those of the fix are scanned, with the code engine alone; with `--whole` the command scans the whole tree, as users do;
 * results are kept in `bench/.cache` by commit and by the digest of engine and rules.
 */
import { writeFileSync } from 'node:fs';
import type { EngineFinding } from '../../../src/scan/model/finding.ts';
import { withoutRepetition } from '../../../src/scan/pipeline/outcome/repeated-places.ts';
import { startAsAnalysingProcess } from '../in-analysing-process.ts';
import { type Case, fitting, gitFolder, hitting, isHeldBack, readCases } from './cases.ts';
import { keptFindings, keptFindingsOfTree } from './kept-findings.ts';
import { type CaseResult, reportOf } from './report.ts';

startAsAnalysingProcess();

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const mirror = option('--mirror')!;
const only = option('--only')?.split(',');
const ids = option('--ids')?.split(',');
const part = option('--part');
const isWhole = args.includes('--whole');
const maxBytes = Number(option('--megabytes') ?? 1.5) * 1e6;

const wanted = readCases(args[0]!)
  .filter(({ language }) => !only || only.includes(language))
  .filter(({ id }) => !ids || ids.includes(id))
  .filter((given) => !part || isHeldBack(given) === (part === 'unseen'));
const results: CaseResult[] = [];
const absent: string[] = [];
for (const given of wanted) {
  const git = gitFolder(given, mirror);
  if (git === undefined) absent.push(given.id);
  else
    try {
      results.push(await judge(given, git));
    } catch (error) {
      if (!isWhole) throw error;
      console.log(`${given.id} not scanned: ${(error as Error).message}`);
      absent.push(given.id);
    }
}
const report = reportOf(results, absent);
if (args.includes('--list')) for (const result of results) console.log(lineOf(result));
console.log(report.text);
const out = option('--write');
if (out)
  writeFileSync(
    out,
    `${JSON.stringify({ megabytes: isWhole ? 'all' : maxBytes / 1e6, ...report.figures }, null, 1)}\n`,
  );

async function judge(given: Case, git: string): Promise<CaseResult> {
  const { id, repo, language, where } = given;
  const around = Object.keys(where);
  const before = await findingsOf(given.before);
  const hits = hitting(given, before);
  const result = { id, repo, language, class: given.class, heldBack: isHeldBack(given), hits };
  if (hits.length === 0) return { ...result, toldApart: false };
  const after = await findingsOf(given.fix);
  const count = (findings: typeof before, rule: string) =>
    fitting(given, findings).filter(({ file, ruleId }) => ruleId === rule && where[file]).length;
  const toldApart = hits.some(({ ruleId }) => count(after, ruleId) < count(before, ruleId));
  return { ...result, toldApart };

  async function findingsOf(commit: string): Promise<EngineFinding[]> {
    if (isWhole) return keptFindingsOfTree(git, commit);
    return asReported(await keptFindings(git, commit, around, maxBytes));
  }
}

/** With the severities that a scan gives to one mistake with many places. */
function asReported(findings: readonly EngineFinding[]): EngineFinding[] {
  return withoutRepetition(findings.map((finding) => ({ ...finding, engine: 'code' as const })));
}

function lineOf({ id, repo, language, class: kind, heldBack, hits, toldApart }: CaseResult): string {
  if (heldBack) return `${id} (held back) ${language} ${kind} ${hits.length > 0 ? 'found' : 'missed'}`;
  const found = hits.map(({ ruleId, file, startLine }) => `${ruleId} ${file}:${startLine}`).join(', ');
  return `${id} ${repo} ${language} ${kind} ${hits.length > 0 ? 'found' : 'missed'}${toldApart ? ' apart' : ''} ${found}`;
}
