/**
 * How findings that were read once are rated now: `node bench/code/noise/verdicts-kept.ts --mirror DIR [--kilobytes 400] [--write FILE]`
 * DIR holds bare clones as `owner+name/repo`. Of each repository of `verdicts.json` the files with a verdict are scanned together with those nearest to
 * them, which takes minutes where whole repositories take hours. Prints how many of the true, intended and false ones are high or critical, medium, low
 * or gone; a verdict of an older commit may have lost its place.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createCodeEngine } from '../../../src/scan/engines/code/code-engine.ts';
import { gitFolder } from '../cve/cases.ts';
import { filesOfCommit } from '../cve/commit-files.ts';
import { startAsAnalysingProcess } from '../in-analysing-process.ts';
import { scanSources } from '../scan-sources.ts';

interface Verdict {
  repo: string;
  rule: string;
  file: string;
  code: string;
  verdict: 'true' | 'by-design' | 'false';
}

startAsAnalysingProcess();

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const maxBytes = Number(option('--kilobytes') ?? 400) * 1e3;
const { verdicts } = JSON.parse(readFileSync(new URL('./verdicts.json', import.meta.url), 'utf8')) as {
  verdicts: Verdict[];
};
const engine = createCodeEngine();
const rated: Array<Verdict & { now: string }> = [];
for (const repo of new Set(verdicts.map((each) => each.repo))) {
  const git = gitFolder({ repo }, option('--mirror')!);
  if (git === undefined) continue;
  const own = verdicts.filter((each) => each.repo === repo);
  const wants = (path: string, size: number) => size <= 5 << 20 && engine.wants(path, size);
  const files = filesOfCommit(
    git,
    'HEAD',
    own.map(({ file }) => file),
    maxBytes,
    wants,
  );
  const { findings } = await scanSources(files);
  for (const verdict of own) {
    const found = findings.find(
      ({ ruleId, file, identity }) =>
        ruleId === verdict.rule && file === verdict.file && identity.tokens === verdict.code,
    );
    const now = !found
      ? 'gone'
      : found.severity === 'high' || found.severity === 'critical'
        ? 'loud'
        : found.severity;
    rated.push({ ...verdict, now });
    if (now === 'loud') console.log(`${verdict.verdict} ${repo} ${verdict.rule} ${verdict.file}`);
  }
}
for (const kind of ['true', 'by-design', 'false'] as const) {
  const own = rated.filter(({ verdict }) => verdict === kind);
  const counted = ['loud', 'medium', 'low', 'info', 'gone'].map(
    (now) => `${own.filter((each) => each.now === now).length} ${now}`,
  );
  console.log(`${kind}: ${own.length}, now ${counted.join(', ')}`);
}
const out = option('--write');
if (out) writeFileSync(out, `${JSON.stringify(rated, null, 1)}\n`);
