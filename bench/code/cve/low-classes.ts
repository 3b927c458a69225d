/**
 * Which findings that are rated low are the only ones at the place of a fix, and how often their like is found in well-kept repositories: what could be medium?
 * `node bench/code/cve/low-classes.ts CASES.json,CASES.json --mirror DIR --noise owner/name,… [--megabytes 0.4]`
 * A class is a rule and what speaks for the finding, as its report says: a way from a source, an argument that a package offers, or the place alone, with or without a check that it has passed. Printed are, for each class that is at the place of a case
 * which nothing of medium finds, the cases (those that are held back by number alone) and the low findings in the repositories of `--noise`, 1.5 MB of each.
 */
import { createCodeEngine } from '../../../src/scan/engines/code/code-engine.ts';
import { type EngineFinding, hasSource } from '../../../src/scan/model/finding.ts';
import { mergeFindings } from '../../../src/scan/pipeline/analyse/merging/merge-findings.ts';
import { withoutRepetition } from '../../../src/scan/pipeline/outcome/repeated-places.ts';
import { startAsAnalysingProcess } from '../in-analysing-process.ts';
import { partOf } from '../noise/part-of.ts';
import { scanSources } from '../scan-sources.ts';
import { gitFolder, hitting, isHeldBack, readCases } from './cases.ts';
import { filesOfCommit } from './commit-files.ts';
import { keptFindings } from './kept-findings.ts';

interface Tally {
  read: Set<string>;
  heldBack: number;
  noise: number;
}

startAsAnalysingProcess();

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const mirror = option('--mirror')!;
const maxBytes = Number(option('--megabytes') ?? 0.4) * 1e6;
const noiseBytes = 1.5e6;
const classes = new Map<string, Tally>();
const tallyOf = (key: string) => {
  const known = classes.get(key) ?? { read: new Set<string>(), heldBack: 0, noise: 0 };
  classes.set(key, known);
  return known;
};
let cases = 0;
let found = 0;

for (const given of args[0]!.split(',').flatMap(readCases)) {
  const git = gitFolder(given, mirror);
  if (git === undefined) continue;
  cases++;
  const findings = asReported(await keptFindings(git, given.before, Object.keys(given.where), maxBytes));
  if (hitting(given, findings).length > 0) {
    found++;
    continue;
  }
  // Held against the place as if they were medium.
  const low = findings.filter(({ severity }) => severity === 'low');
  const near = hitting(
    given,
    low.map((finding) => ({ ...finding, severity: 'medium' as const })),
  );
  for (const key of new Set(near.map(classOf))) {
    const tally = tallyOf(key);
    if (isHeldBack(given)) tally.heldBack++;
    else tally.read.add(given.id);
  }
}

const engine = createCodeEngine();
let lines = 0;
for (const repo of option('--noise')?.split(',') ?? []) {
  const git = gitFolder({ repo }, mirror);
  if (git === undefined) continue;
  const wanted = (path: string, size: number) => size <= 5 << 20 && engine.wants(path, size);
  const files = partOf(filesOfCommit(git, 'HEAD', [], 200e6, wanted), noiseBytes);
  for (const file of files)
    lines += file
      .read()
      .toString('latin1')
      .split('\n')
      .filter((line) => line.trim() !== '').length;
  for (const finding of asReported((await scanSources(files)).findings))
    if (finding.severity === 'low' && classes.has(classOf(finding))) tallyOf(classOf(finding)).noise++;
}

console.log(`${cases} cases, ${found} found; ${lines} lines of noise`);
const ratio = ({ read, heldBack, noise }: Tally) => (read.size + heldBack) / (noise + 1);
for (const [key, tally] of [...classes].sort(([, a], [, b]) => ratio(b) - ratio(a)))
  console.log(
    `${tally.read.size} read, ${tally.heldBack} held back, ${tally.noise} noise: ${key} ${[...tally.read].join(' ')}`,
  );

/** As a scan reports them: what two ways say of one place is one finding, and one mistake with many places is medium at the first of them. */
function asReported(findings: readonly EngineFinding[]): EngineFinding[] {
  return withoutRepetition(
    mergeFindings(findings.map((finding) => ({ ...finding, engine: 'code' as const }))),
  );
}

function classOf(finding: EngineFinding): string {
  const { ruleId, description, trace } = finding;
  const begin = hasSource(finding) ? trace![0]!.message : '';
  const from = begin.endsWith('which the package offers') ? 'offered' : begin === '' ? 'place' : 'source';
  return [ruleId, from, ...(/ It has passed `/.test(description) ? ['check'] : [])].join(' ');
}
