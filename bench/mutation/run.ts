// Mutation run: random changes of single operators in `src`, each against the tests of its folder. What no test notices is a survivor.
//   node bench/mutation/run.ts --out FILE [--seed 1] [--count 200] [--under src/scan/formats] [--near] [--elsewhere]
// The commit, the seed and the count decide which mutants there are. All of them are in the code at once, each behind a switch (schemata.ts); a test runs as it is and then with
// each mutant that it comes by (runner.ts). What survives its folder is tried with the suites of its part of `src` under test/ (not with --near), and with --elsewhere with the other
// tests that held-by.ts names: a rate is printed for each.
// A run that was stopped continues where it was with the same --work folder.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseMutants } from './choose.ts';
import { ImportingTests, testsElsewhere, testsOfFolder, testsOfPart } from './held-by.ts';
import type { Note } from './notes.ts';
import { partOf, rate } from './rates.ts';
import { type Numbered, withMutants } from './schemata.ts';
import { type Alone, type Place, type Plan, tryAlone, tryInOneProcess } from './test-process.ts';

/**
 * `suite`: killed, but by a suite of its part of `src`, not by a test of its folder. `elsewhere`: by neither, but by another test. `survived`: a test comes by and notices nothing. `unreached`: no test of its folder runs it. `timeout`: a test took more
 * steps or CPU time than it may, or ended the process, which is noticed. `unfinished`: the machine was too busy to tell; it counts for nothing.
 */
type Outcome = 'killed' | 'timeout' | 'suite' | 'elsewhere' | 'survived' | 'unreached' | 'unfinished';

interface Result {
  outcome: Outcome;
  by?: string;
}

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    work: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    /** Leaves out the first so many, which an earlier run has tried. */
    skip: { type: 'string', default: '0' },
    under: { type: 'string', default: 'src' },
    /** A folder that is none of it. */
    except: { type: 'string' },
    /** Only the tests of the folder. */
    near: { type: 'boolean', default: false },
    elsewhere: { type: 'boolean', default: false },
    /** Tries nothing: says which mutants no test comes by. */
    reach: { type: 'boolean', default: false },
    /** Tests that take more seconds of CPU time are not tried; what only they would notice counts as a survivor. */
    patience: { type: 'string', default: 'Infinity' },
    cpu: { type: 'string', default: '240' },
    wall: { type: 'string', default: '1200' },
  },
});
if (!values.out) throw new Error('--out FILE is needed: where the results go');
const root = join(import.meta.dirname, '..', '..');
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { maxBuffer: 1 << 28 });
const folder = resolve(values.work ?? `${values.out}.work`);
const checkout = join(folder, 'checkout');
const place: Place = {
  checkout,
  folder,
  vitest: join(root, 'node_modules', '.bin', 'vitest'),
  cpu: Number(values.cpu),
  wall: Number(values.wall),
};
const commit = existsSync(join(folder, 'commit'))
  ? readFileSync(join(folder, 'commit'), 'utf8')
  : git('rev-parse', 'HEAD').toString().trim();
mkdirSync(checkout, { recursive: true });
writeFileSync(join(folder, 'commit'), commit);
execFileSync('tar', ['-x', '-C', checkout], { input: git('archive', '--format=tar', commit) });
if (!existsSync(join(checkout, 'node_modules')))
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));

const importing = new ImportingTests(checkout);
const mutants = chooseMutants(
  checkout,
  values.under,
  Number(values.seed),
  Number(values.count),
  values.except,
).slice(Number(values.skip));
for (const [file, those] of Map.groupBy(mutants, (mutant) => mutant.file)) {
  const path = join(checkout, file);
  writeFileSync(path, withMutants(readFileSync(path, 'utf8'), those));
}

if (values.reach) process.env.LOREKEEP_MUTATION_REACH = '1';
const results = new Map<number, Result>();
const isTooLong = new Map<string, boolean>();
const rounds: ReadonlyArray<[name: Outcome, testsOf: typeof testsOfFolder]> = [
  ['killed', testsOfFolder],
  ...(values.near ? [] : [['suite', testsOfPart] as [Outcome, typeof testsOfFolder]]),
  ...(values.elsewhere ? [['elsewhere', testsElsewhere] as [Outcome, typeof testsOfFolder]] : []),
];
for (const [name, testsOf] of rounds) {
  const open = values.reach ? /^unreached$/ : /^(?:survived|unreached)$/;
  const left = mutants.filter(({ id }) => open.test(results.get(id)?.outcome ?? 'unreached'));
  const found = await phase(name, left, (file) => importing.of(file, testsOf(file, checkout)));
  for (const [id, { outcome, by }] of found) {
    const killed = outcome === 'killed' || outcome === 'timeout';
    if (name === 'killed' || outcome === 'survived') results.set(id, { outcome, ...(by && { by }) });
    else if (killed) results.set(id, { outcome: name, by: by! });
  }
}
report();

/** Tries the mutants with the tests that are given for their files: together first, and those of which that says too little alone. */
async function phase(
  name: string,
  those: readonly Numbered[],
  testsOf: (file: string) => string[],
): Promise<Map<number, Result>> {
  const tests = new Map(those.map(({ file }) => [file, [] as string[]]));
  for (const file of tests.keys()) tests.set(file, testsOf(file));
  let plan: Plan = {};
  for (const { id, file } of those)
    for (const test of tests.get(file)!) plan[test] = [...(plan[test] ?? []), id];
  const notes: Note[] = [];
  // Quick tests first: what they kill no slow one needs to try.
  for (const milliseconds of [250, 10_000, Number.POSITIVE_INFINITY]) {
    if (milliseconds > 1_000 * Number(values.patience)) break;
    const found = await tryInOneProcess(place, `${name}-${milliseconds}`, plan, milliseconds);
    notes.push(...found);
    plan = {};
    for (const note of found)
      if (note.kind === 'postponed' && !/^(?:killed|timeout)$/.test(resultOf(note.id, notes).outcome))
        plan[note.file] = [...(plan[note.file] ?? []), note.id];
  }
  const outcomes = new Map<number, Result>();
  for (const { id, file, line } of those) {
    const result = resultOf(id, notes);
    outcomes.set(id, result);
    const outside = notes.filter((note) => note.kind === 'outside' && note.id === id) as Array<
      Extract<Note, { kind: 'outside' }>
    >;
    if (
      (result.outcome !== 'survived' && result.outcome !== 'unreached') ||
      outside.length === 0 ||
      values.reach
    )
      continue;
    // Modules are loaded once for all test files: which of them was the first says nothing.
    const first = tests.get(file)!.filter((test) => outside.some((note) => note.file === test));
    if (tests.get(file)!.length === 0) continue;
    // The tests next to the file are the likeliest to notice, and few.
    const own = tests.get(file)!.filter((test) => dirname(test) === dirname(file));
    const isFew = own.length > 0 && own.length < tests.get(file)!.length;
    let alone = isFew ? await tryByItself(id, own) : 'survived';
    if (alone === 'survived')
      alone = await tryByItself(id, [
        ...first,
        ...tests.get(file)!.filter((test) => !first.includes(test) && !(isFew && own.includes(test))),
      ]);
    outcomes.set(id, { outcome: alone, by: 'a process of its own' });
    console.log(`${name} ${file}:${line} alone: ${alone}`);
  }
  return outcomes;
}

/** Tests that take longer than they may without any mutant notice nothing by that. */
async function tryByItself(id: number, tests: readonly string[]): Promise<Alone> {
  const alone = await tryAlone(place, id, tests);
  if (alone !== 'timeout') return alone;
  const key = tests.toSorted().join();
  if (!isTooLong.has(key)) isTooLong.set(key, (await tryAlone(place, -1, tests)) === 'timeout');
  return isTooLong.get(key) ? 'survived' : 'timeout';
}

function resultOf(id: number, notes: readonly Note[]): Result {
  const end = notes.find((note) => (note.kind === 'killed' || note.kind === 'timeout') && note.id === id);
  if (end) return { outcome: end.kind as 'killed' | 'timeout', by: (end as { test: string }).test };
  const reached = notes.some(
    (note) => (note.kind === 'reached' || note.kind === 'outside') && note.id === id,
  );
  return { outcome: reached ? 'survived' : 'unreached' };
}

function report(): void {
  const rows = mutants.map(({ file, line, start, was, by, id }) => ({
    file,
    line,
    start,
    was: was.slice(0, 80),
    to: by,
    ...results.get(id)!,
  }));
  const run = {
    commit,
    seed: Number(values.seed),
    count: Number(values.count),
    skip: Number(values.skip),
    under: values.under,
    ...(values.except && { except: values.except }),
  };
  writeFileSync(values.out!, `${JSON.stringify({ ...run, results: rows }, null, 2)}\n`);
  for (const { file, line, was, to, outcome } of rows)
    if (!/^(?:killed|timeout)$/.test(outcome)) console.log(`${outcome} ${file}:${line} ${was} -> ${to}`);
  const told = rows.filter(({ outcome }) => outcome !== 'unfinished');
  const counted: string[] = [];
  const titles = rounds.map(([name]) => {
    counted.push(...(name === 'killed' ? ['killed', 'timeout'] : [name]));
    const title = { killed: 'by tests of the folder', suite: 'with suites of the part' }[name as string];
    return [title ?? 'with tests elsewhere', [...counted]] as const;
  });
  const line = (name: string, those: typeof rows) => {
    const rates = titles.map(([title, outcomes]) => {
      const killed = those.filter(({ outcome }) => outcomes.includes(outcome)).length;
      return `${rate(killed, those.length)} ${title}`;
    });
    console.log(`${name}: ${rates.join('; ')}`);
  };
  for (const [part, those] of Map.groupBy(told, ({ file }) => partOf(file))) line(part, those);
  line('all', told);
}
