// Mutation run: random changes of single operators in `src`, each against the tests of its folder. What no test notices is a survivor.
//   node bench/mutation/run.ts --out FILE [--seed 1] [--count 200] [--limit 20] [--under src/scan/formats] [--elsewhere]
// The commit, the seed and the count decide which mutants there are. --limit runs so many of them now; the next call with the same --out continues.
// --elsewhere tries what survived its folder once more, with the tests that held-by.ts names: both rates are printed.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createParser } from '../../src/scan/syntax/parser.ts';
import { ImportingTests, testsElsewhere, testsOfFolder } from './held-by.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

interface Run {
  commit: string;
  seed: number;
  count: number;
  results: Array<
    Pick<Mutant, 'file' | 'line' | 'was' | 'by'> & { start: number; outcome: Outcome; seconds: number }
  >;
}

/**
 * `elsewhere`: killed, but not by a test of its folder. A mutant that no test could notice, because there is none, is a survivor as well. `timeout`: a test
 * took more CPU time than it may, which is noticed. `unfinished`: the machine was too busy to tell; it counts for nothing.
 */
type Outcome = 'killed' | 'timeout' | 'elsewhere' | 'survived' | 'untested' | 'unfinished';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    limit: { type: 'string', default: '20' },
    under: { type: 'string', default: 'src' },
    elsewhere: { type: 'boolean', default: false },
    /** Seconds of CPU time for the tests of one mutant. */
    cpu: { type: 'string', default: '240' },
    wall: { type: 'string', default: '1200' },
  },
});
if (!values.out) throw new Error('--out FILE is needed: where the results are kept between runs');
const out = resolve(values.out);
const root = join(import.meta.dirname, '..', '..');
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { maxBuffer: 1 << 28 });
const earlier: Run | undefined = existsSync(out) ? JSON.parse(readFileSync(out, 'utf8')) : undefined;
const run: Run = earlier ?? {
  commit: git('rev-parse', 'HEAD').toString().trim(),
  seed: Number(values.seed),
  count: Number(values.count),
  results: [],
};

let importing: ImportingTests;
const scratch = mkdtempSync(join(tmpdir(), 'lorekeep-mutants-'));
try {
  execFileSync('tar', ['-x', '-C', scratch], { input: git('archive', '--format=tar', run.commit) });
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  importing = new ImportingTests(scratch);
  const mutants = await chooseMutants();
  const todo = mutants.slice(run.results.length).slice(0, Number(values.limit));
  for (const mutant of todo) {
    const { file, line, was, by, start } = mutant;
    const from = process.hrtime.bigint();
    const outcome = tryMutant(mutant);
    const seconds = Math.round(Number(process.hrtime.bigint() - from) / 1e9);
    run.results.push({ file, line, was: was.slice(0, 80), by, start, outcome, seconds });
    writeFileSync(out, `${JSON.stringify(run, null, 2)}\n`);
    console.log(
      `${run.results.length}/${mutants.length} ${outcome} ${file}:${line} ${was.slice(0, 60)} -> ${by}`,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const told = run.results.filter(({ outcome }) => outcome !== 'unfinished');
const byFolder = told.filter(({ outcome }) => outcome === 'killed' || outcome === 'timeout').length;
const byAny = byFolder + told.filter(({ outcome }) => outcome === 'elsewhere').length;
console.log(
  `${byFolder} of ${told.length} killed by tests of their folder (${percent(byFolder, told.length)})`,
);
if (byAny > byFolder) console.log(`${byAny} with the tests elsewhere (${percent(byAny, told.length)})`);

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

/** The same for the same commit and seed. */
async function chooseMutants(): Promise<Mutant[]> {
  const parser = await createParser();
  const files = globSync(`${values.under}/**/*.ts`, { cwd: scratch })
    .filter((file) => !/\.(?:test|d)\.ts$/.test(file))
    .sort();
  const all: Mutant[] = [];
  for (const file of files) {
    await parser.ready();
    const text = readFileSync(join(scratch, file), 'utf8');
    const tree = parser.parse(file, text);
    if (tree) all.push(...mutantsOf(file, text, tree));
  }
  const random = generator(run.seed);
  const chosen = new Set<Mutant>();
  while (chosen.size < Math.min(run.count, all.length)) chosen.add(all[Math.floor(random() * all.length)]!);
  return [...chosen];
}

function tryMutant({ file, start, end, by }: Mutant): Outcome {
  const near = importing.of(file, testsOfFolder(file, scratch));
  const far = values.elsewhere ? importing.of(file, testsElsewhere(file, scratch)) : [];
  if (near.length + far.length === 0) return 'untested';
  const path = join(scratch, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, start) + by + text.slice(end));
  try {
    const first = near.length > 0 ? outcomeOf(near) : 'untested';
    if ((first !== 'survived' && first !== 'untested') || far.length === 0) return first;
    const second = outcomeOf(far);
    return second === 'killed' || second === 'timeout' ? 'elsewhere' : second;
  } finally {
    writeFileSync(path, text);
  }
}

/** CPU time decides what takes too long, so that a busy machine kills no mutant. */
function outcomeOf(tests: readonly string[]): Exclude<Outcome, 'elsewhere' | 'untested'> {
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const { signal, status, error } = spawnSync(
    '/bin/sh',
    [
      '-c',
      `ulimit -t ${Number(values.cpu)}; exec "$0" "$@"`,
      vitest,
      ...['run', '--project', 'embedded', '--bail', '1', '--maxWorkers=1', '--reporter=dot'],
      ...tests,
    ],
    { cwd: scratch, stdio: 'ignore', timeout: Number(values.wall) * 1000, killSignal: 'SIGTERM' },
  );
  if (error) return 'unfinished';
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return 'timeout';
  return status === 0 ? 'survived' : 'killed';
}

/** Mulberry32: 32 bits of state, the same numbers on every machine. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
