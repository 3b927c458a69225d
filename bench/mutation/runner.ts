// The tests' runner of a mutation run: each test runs once as it is, and once more with each mutant that it has come by and that nothing has killed yet.
// What it finds goes line by line to a file, so that a run that is stopped can continue.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest';
import { type Note, readNotes } from './notes.ts';

/** What `schemata.ts` keeps in every process. */
interface Switch {
  active: number;
  counts: number[];
  reached: number[];
  limit: number;
  own: boolean;
}

const notesFile = process.env.LOREKEEP_MUTATION_NOTES!;
const plan: Record<string, number[]> = JSON.parse(readFileSync(process.env.LOREKEEP_MUTATION_PLAN!, 'utf8'));
const mostMilliseconds = Number(process.env.LOREKEEP_MUTATION_MOST_MS ?? Number.POSITIVE_INFINITY);
const seenFile = process.env.LOREKEEP_MUTANTS_SEEN!;

export default class MutationRunner extends TestRunner {
  readonly #gone = new Set<number>();
  readonly #tried = new Set<string>();
  /** Fail without any mutant, in a fresh process as well: nothing can be learnt from them. */
  readonly #broken = new Set<string>();
  /** The mutant of the last trial. */
  #last: number | undefined;

  /** A runner is made for every test file, before the first of them runs. */
  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    const failed = new Set<string>();
    for (const note of readNotes(notesFile)) {
      if (note.kind === 'killed' || note.kind === 'timeout') this.#gone.add(note.id);
      else if (note.kind === 'tried') this.#tried.add(`${note.test} ${note.id}`);
      else if (note.kind === 'failed') (failed.has(note.test) ? this.#broken : failed).add(note.test);
    }
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if ('filepath' in suite) {
      const file = this.#file(suite as RunnerTestFile);
      this.#noteOutside(file);
      this.#write({ kind: 'done', file });
    }
  }

  /** Before the hooks of the test: what they come by can be tried like what the test comes by. */
  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    this.#noteOutside(this.#file(test.file));
  }

  /** What closing things after a test comes by decides no test: it is not worth a process of its own. */
  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    this.#forget();
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const file = this.#file(test.file);
    const state = this.#switch();
    const run = TestRunner.getTestFn(test);
    const name = `${file} > ${test.fullTestName ?? test.name}`;
    if (this.#broken.has(name)) return;
    const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
    try {
      await run();
    } catch (error) {
      this.#write({ kind: 'failed', file, test: name, why: String((error as Error)?.message).slice(0, 200) });
      this.#end();
      throw error;
    }
    const took = performance.now() - before;
    const { user, system } = process.cpuUsage(cpuBefore);
    const cpuMilliseconds = (user + system) / 1_000;
    const counts = new Map(state.reached.map((id) => [id, state.counts[id]!]));
    this.#forget();
    this.#noteSeen(file);
    const wanted = new Set(plan[file] ?? []);
    for (const [id, count] of counts) {
      if (!wanted.has(id)) continue;
      this.#write({ kind: 'reached', id, file });
      if (process.env.LOREKEEP_MUTATION_REACH || this.#gone.has(id) || this.#tried.has(`${name} ${id}`))
        continue;
      // How busy the machine is must not decide which tests are slow.
      if (cpuMilliseconds > mostMilliseconds) {
        this.#write({ kind: 'postponed', id, file });
        continue;
      }
      this.#write({ kind: 'trying', id, test: name, took });
      state.limit = 20 * count + 1_000_000;
      const outcome = await this.#try(test, id, 30_000 + 50 * took);
      const again = state.reached.includes(id);
      this.#forget();
      if (outcome === 'passed') {
        this.#write({ kind: 'tried', id, test: name });
        // What is computed once and kept was computed without the mutant.
        if (!again) this.#write({ kind: 'outside', id, file });
        continue;
      }
      if (!(await this.#stillPasses(test, 30_000 + 50 * took))) {
        this.#write({ kind: 'outside', id, file });
        this.#write({ kind: 'tried', id, test: name });
        this.#write({ kind: 'spoilt', id, file, test: name });
        this.#end();
        return;
      }
      this.#gone.add(id);
      this.#write({ kind: outcome, id, file, test: name });
    }
    if (this.#last === undefined) return;
    // What follows is to find what the test would have left without any mutant.
    await this.#clearUp(test);
    this.#last = undefined;
    await this.#callHooks(test, 'beforeEach');
  }

  async #try(test: RunnerTestCase, id: number, limit: number): Promise<'passed' | 'killed' | 'timeout'> {
    const state = this.#switch();
    await this.#clearUp(test);
    const mostTimes = state.limit;
    this.#forget();
    state.limit = mostTimes;
    let loose = false;
    const onLoose = () => {
      loose = true;
    };
    process.on('unhandledRejection', onLoose);
    state.active = id;
    process.env.LOREKEEP_MUTANT = String(id);
    let timer: NodeJS.Timeout | undefined;
    const hung = new Promise<'timeout'>((resolve) => {
      timer = setTimeout(() => resolve('timeout'), limit);
    });
    try {
      const outcome = await Promise.race([
        this.#callHooks(test, 'beforeEach')
          .then(() => TestRunner.getTestFn(test)())
          .then(() => 'passed' as const),
        hung,
      ]);
      await new Promise((resolve) => setImmediate(resolve));
      return loose ? 'killed' : test.result?.state === 'fail' ? 'killed' : outcome;
    } catch {
      return 'killed';
    } finally {
      clearTimeout(timer);
      state.active = -1;
      this.#last = id < 0 ? undefined : id;
      delete process.env.LOREKEEP_MUTANT;
      process.off('unhandledRejection', onLoose);
      if (test.result) {
        test.result.state = 'run';
        delete test.result.errors;
      }
      test.promises?.splice(0);
    }
  }

  /** Where what the last trial left cannot be closed, its mutant is noticed, and the process is of no more use. */
  async #clearUp(test: RunnerTestCase): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const hung = new Promise<true>((resolve) => {
      timer = setTimeout(() => resolve(true), 30_000);
    });
    const closed = this.#callHooks(test, 'afterEach').catch(() => {});
    if (await Promise.race([closed, hung])) {
      const file = this.#file(test.file);
      const name = `${file} > ${test.fullTestName ?? test.name}`;
      if (this.#last !== undefined) this.#write({ kind: 'timeout', id: this.#last, file, test: name });
      else this.#write({ kind: 'failed', file, test: name, why: 'what it leaves cannot be closed' });
      this.#end();
    }
    clearTimeout(timer);
  }

  /** The process is of no more use: whoever started it begins another. What a mutant left behind may keep it busy for minutes, so nothing is waited for. */
  #end(): void {
    process.kill(-process.pid, 'SIGKILL');
  }

  /** As between two tests, so that a test finds each time what it found the first time. */
  async #callHooks(test: RunnerTestCase, name: 'beforeEach' | 'afterEach'): Promise<void> {
    const suites: Array<RunnerTestSuite | RunnerTestFile> = [];
    for (
      let suite: RunnerTestSuite | RunnerTestFile | undefined = test.suite ?? test.file;
      suite;
      suite = 'filepath' in suite ? undefined : (suite.suite ?? suite.file)
    )
      suites.push(suite);
    if (name === 'beforeEach') suites.reverse();
    for (const suite of suites)
      for (const hook of TestRunner.getSuiteHooks(suite)[name]) await hook(test.context, suite);
    if (name === 'beforeEach') return;
    // Given to `onTestFinished`; vitest keeps them where its types do not show them.
    const finishing = test as { onFinished?: Array<(context: unknown) => unknown> };
    for (const finish of (finishing.onFinished ?? []).reverse()) await finish(test.context);
    finishing.onFinished = [];
  }

  async #stillPasses(test: RunnerTestCase, limit: number): Promise<boolean> {
    const outcome = await this.#try(test, -1, limit);
    this.#forget();
    return outcome === 'passed';
  }

  #file(file: RunnerTestFile): string {
    return relative(this.config.root, file.filepath);
  }

  #switch(): Switch {
    const holder = globalThis as { __mutants?: Switch };
    holder.__mutants ??= { active: -1, counts: [], reached: [], limit: Number.POSITIVE_INFINITY, own: true };
    const state = holder.__mutants;
    if (!state.own) {
      state.own = true;
      state.reached.push(...state.counts.keys().filter((id) => state.counts[id]));
    }
    return state;
  }

  #forget(): void {
    const state = this.#switch();
    for (const id of state.reached) state.counts[id] = 0;
    state.reached.length = 0;
    state.limit = Number.POSITIVE_INFINITY;
  }

  /** While modules were loaded or in a hook: nothing that can be done again with the mutant. */
  #noteOutside(file: string): void {
    for (const id of this.#switch().reached) this.#write({ kind: 'outside', id, file });
    this.#forget();
    this.#noteSeen(file);
  }

  /** In a thread or process that the test has started: it may have lived before the mutant was switched on. */
  #noteSeen(file: string): void {
    if (!existsSync(seenFile)) return;
    for (const id of new Set(readFileSync(seenFile, 'utf8').split('\n').filter(Boolean)))
      this.#write({ kind: 'outside', id: Number(id), file });
    rmSync(seenFile, { force: true });
  }

  readonly #written = new Set<string>();

  #write(note: Note): void {
    const line = JSON.stringify(note);
    if (/^(?:outside|reached|postponed)$/.test(note.kind)) {
      if (this.#written.has(line)) return;
      this.#written.add(line);
    }
    appendFileSync(notesFile, `${line}\n`);
  }
}
