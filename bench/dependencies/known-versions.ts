import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AdvisoryIndex } from '../../src/scan/engines/dependencies/advisories/advisory-index.ts';
import { type Ecosystem, ecosystemOf } from '../../src/scan/engines/dependencies/ecosystems.ts';
import { judgeDependency } from '../../src/scan/engines/dependencies/judge-dependency.ts';

/**
 * Judges package versions that the ecosystem's own tools have judged before: lines of `ecosystem, package, version, record,
 * affected|safe`. Needs an index of real records; prints right and wrong for each ecosystem.
 *
 *   node bench/dependencies/known-versions.ts --index data/advisories/index.db bench/dependencies/known-versions.tsv
 */
const { values, positionals } = parseArgs({ options: { index: { type: 'string' } }, allowPositionals: true });
const index = AdvisoryIndex.open(values.index ?? 'data/advisories/index.db');
if (!index) throw new Error('There is no index; fill one with "lorekeep advisories sync".');

const tally = new Map<Ecosystem, { affected: number; safe: number; wrong: string[]; unknown: number }>();
for (const line of positionals.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))) {
  const [written, name, version, record, expected] = line.split('\t') as [
    string,
    string,
    string,
    string,
    'affected' | 'safe',
  ];
  const ecosystem = ecosystemOf(written)!;
  const counts = tally.get(ecosystem) ?? { affected: 0, safe: 0, wrong: [], unknown: 0 };
  tally.set(ecosystem, counts);
  const known = index
    .lookUp(ecosystem, name)
    .some(({ advisory }) => [advisory.id, ...advisory.aliases].includes(record));
  if (!known) {
    counts.unknown++;
    continue;
  }
  const verdicts = judgeDependency(
    { ecosystem, name, version, line: 1, scope: 'runtime', direct: true, needs: [] },
    index,
  );
  const answer = verdicts.some(({ ids }) => ids.includes(record)) ? 'affected' : 'safe';
  if (answer === expected) counts[expected]++;
  else counts.wrong.push(`${name}@${version} ${record}: ${expected} expected`);
}
index.close();
for (const [ecosystem, { affected, safe, wrong, unknown }] of tally) {
  console.log(
    `${ecosystem.padEnd(12)} right: ${affected} affected, ${safe} safe; wrong: ${wrong.length}; not in the index: ${unknown}`,
  );
  for (const each of wrong.slice(0, 10)) console.log(`  ${each}`);
}
process.exitCode = [...tally.values()].some(({ wrong }) => wrong.length > 0) ? 1 : 0;
