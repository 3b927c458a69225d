/**
 * Which names of the rules the findings on well-kept repositories come from, and how their receiver was known:
 * `node bench/code/noise/by-pattern.ts --mirror DIR [--only owner/name,…] [--top 60] [--write FILE]`
 * DIR holds bare clones as `owner+name/repo`. A finding is counted under the names of its rule that its file leads to and whose last part is written
 * on its lines; where one of them has a receiver by type, import or constructor, the receiver was known.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createCodeEngine } from '../../../src/scan/engines/code/code-engine.ts';
import { ruleFolders } from '../../../src/scan/engines/code/frontends/registry.ts';
import { loadIndex } from '../../../src/scan/engines/code/knowledge/load-rules.ts';
import { gitFolder } from '../cve/cases.ts';
import { filesOfCommit } from '../cve/commit-files.ts';
import { startAsAnalysingProcess } from '../in-analysing-process.ts';
import { scanSources } from '../scan-sources.ts';

interface Tally {
  loud: number;
  medium: number;
  places: string[];
}

startAsAnalysingProcess();

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const { repositories } = JSON.parse(readFileSync(new URL('./verdicts.json', import.meta.url), 'utf8')) as {
  repositories: string[];
};
const only = option('--only')?.split(',');
const top = Number(option('--top') ?? 60);

/** Rule id to the names that lead to its sinks and checks, with their last parts. */
const namesOfRule = new Map<string, Array<{ pattern: string; last: string | undefined }>>();
for (const folder of ruleFolders()) {
  const { byLast, byFirst, open, parts, rules } = loadIndex(folder);
  const all = [
    ...byLast.flatMap(([last, names]) => names.map((name) => ({ last, name }))),
    ...[...byFirst.flatMap(([, names]) => names), ...open].map((name) => ({ last: undefined, name })),
  ];
  for (const {
    last,
    name: [pattern, , at],
  } of all) {
    const part = parts[at]!;
    if (part.kind !== 'sink' && part.kind !== 'check') continue;
    const { id } = rules[part.rule]!;
    namesOfRule.set(id, [...(namesOfRule.get(id) ?? []), { pattern, last }]);
  }
}

const engine = createCodeEngine();
const tallies = new Map<string, Tally>();
const receivers: Record<string, { loud: number; medium: number }> = {};
for (const repo of only ?? repositories) {
  const git = gitFolder({ repo }, option('--mirror')!);
  if (git === undefined) {
    console.log(`${repo}: not there`);
    continue;
  }
  const wanted = (path: string, size: number) => size <= 5 << 20 && engine.wants(path, size);
  const files = filesOfCommit(git, 'HEAD', [], 30e6, wanted);
  const met = new Map<string, Set<string>>();
  const { findings } = await scanSources(files, [], (pattern, path) => {
    const known = met.get(path) ?? new Set();
    met.set(path, known.add(pattern));
  });
  const texts = new Map(files.map((file) => [file.path, file]));
  for (const { ruleId, severity, file, startLine, endLine } of findings) {
    if (severity === 'low' || severity === 'info') continue;
    const lines =
      texts
        .get(file)
        ?.read()
        .toString('utf8')
        .split('\n')
        .slice(startLine - 1, endLine)
        .join('\n') ?? '';
    const led = (namesOfRule.get(ruleId) ?? []).filter(
      ({ pattern, last }) => met.get(file)?.has(pattern) && (last === undefined || lines.includes(last)),
    );
    const names = [...new Set(led.map(({ pattern }) => pattern))];
    const known = names.filter((name) => receiverOf(name) === 'known');
    const counted = known.length > 0 ? known : names;
    const receiver = counted.length === 0 ? 'no name' : receiverOf(counted[0]!);
    const level = severity === 'medium' ? 'medium' : 'loud';
    receivers[receiver] ??= { loud: 0, medium: 0 };
    receivers[receiver][level]++;
    const key = `${ruleId} ${counted.join(' | ') || '-'}`;
    const tally = tallies.get(key) ?? { loud: 0, medium: 0, places: [] };
    tally[level]++;
    tally.places.push(`${repo} ${file}:${startLine}`);
    tallies.set(key, tally);
  }
  console.error(`${repo}: ${findings.length}`);
}
const guessed = [...tallies]
  .filter(([key]) =>
    key
      .slice(key.indexOf(' ') + 1)
      .split(' | ')
      .every((name) => receiverOf(name) !== 'known'),
  )
  .sort(([, a], [, b]) => b.loud * 5 + b.medium - (a.loud * 5 + a.medium));
for (const [key, { loud, medium, places }] of guessed.slice(0, top))
  console.log(`${loud} ${medium} ${key}\n    ${places.slice(0, 3).join('\n    ')}`);
console.log(JSON.stringify(receivers));
const out = option('--write');
if (out) writeFileSync(out, `${JSON.stringify({ receivers, tallies: [...tallies] }, null, 1)}\n`);

function receiverOf(pattern: string): 'any' | 'variable' | 'known' {
  return pattern.startsWith('**') || pattern.startsWith('*.') || pattern.startsWith('/')
    ? 'any'
    : pattern.startsWith('~')
      ? 'variable'
      : 'known';
}
