import { availableParallelism } from 'node:os';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import { openResults } from '../cache/open-results.ts';
import type { RememberedResults } from '../cache/remembered-results.ts';
import type { Engine } from '../engines/engine.ts';
import type { EngineSettings } from '../engines/registry.ts';
import { followMoves } from '../findings/baseline/moved-findings.ts';
import { identify } from '../findings/identity.ts';
import type { RepositoryConfig } from '../findings/repository-config.ts';
import type { SuppressionComment } from '../findings/suppression-comment.ts';
import type { EngineCrash } from '../model/engine-crash.ts';
import { ScanFailure } from '../model/failure.ts';
import type { EngineId } from '../model/finding.ts';
import type { CompletedScan, ScanProgress } from '../model/outcome.ts';
import type { ScanRule } from '../model/secret-rule.ts';
import type { Listing, RepositoryReader } from '../source/repository-entry.ts';
import { type AnalysisContext, analyseFiles, ContentStore } from './analyse/analyse-files.ts';
import { type Concluded, conclude } from './analyse/conclude.ts';
import { Deadline } from './analyse/deadline.ts';
import { FileAnalyser } from './analyse/file-analyser.ts';
import { createTools, engineSettings, loadEngines } from './analyse/load-engines.ts';
import type { HistoryResult } from './analyse/search-history.ts';
import { searchPast } from './analyse/search-past.ts';
import { ThreadPool } from './analyse/thread-pool.ts';
import type { ChildTask } from './child-protocol.ts';
import { completeScan, type EarlierFindings } from './outcome/complete-scan.ts';
import { CoverageLog } from './outcome/coverage-log.ts';
import { findOrigins } from './outcome/finding-origins.ts';
import { gatherCode } from './outcome/gather-code.ts';
import { type Presented, presentFindings } from './outcome/present-findings.ts';
import { rateRepetition } from './outcome/rate-repetition.ts';
import { withDisguised } from './plan/disguised-files.ts';
import { chosenPaths, planFiles } from './plan/file-plan.ts';
import { type OpenSource, openSource } from './plan/open-source.ts';
import { readRepositoryConfig } from './plan/read-repository-config.ts';

/** What the analysing process tells while it works. */
export interface AnalysisEvents {
  onProgress(progress: ScanProgress): void;
  onCrash(crash: EngineCrash): void;
}

/** The whole way from an opened repository to a finished scan. Runs in the analysing process. */
export async function analyseRepository(
  task: ChildTask,
  events: AnalysisEvents,
  source?: OpenSource,
): Promise<CompletedScan> {
  const analysis = await Analysis.prepare(task, events, source);
  try {
    return await analysis.run();
  } finally {
    await analysis.close();
  }
}

class Analysis {
  readonly #task: ChildTask;
  readonly #source: OpenSource;
  readonly #identityKey: Uint8Array;
  readonly #events: AnalysisEvents;
  readonly #deadline: Deadline;
  readonly #lastDeadline: Deadline;
  #engines!: readonly Engine[];
  #settings!: EngineSettings;
  #cache: RememberedResults | undefined;
  #analyser!: FileAnalyser;
  #threads: ThreadPool | undefined;

  static async prepare(task: ChildTask, events: AnalysisEvents, open?: OpenSource): Promise<Analysis> {
    const settings = engineSettings(task, []);
    const [engines, source] = await Promise.all([
      loadEngines(task.engines, settings),
      open ?? openSource(task),
    ]);
    return new Analysis(task, source, engines, settings, events);
  }

  constructor(
    task: ChildTask,
    source: OpenSource,
    engines: readonly Engine[],
    settings: EngineSettings,
    events: AnalysisEvents,
  ) {
    this.#task = task;
    this.#source = source;
    this.#identityKey = Buffer.from(task.identityKeyBase64, 'base64');
    this.#events = events;
    this.#deadline = new Deadline(task.limits);
    this.#lastDeadline = new Deadline(task.limits, { withGrace: true });
    this.#use(engines, settings);
  }

  #use(engines: readonly Engine[], settings: EngineSettings): void {
    this.#engines = engines;
    this.#settings = settings;
    this.#cache = openResults(this.#task, this.#identityKey, engines);
    this.#analyser = new FileAnalyser(engines, createTools(this.#identityKey), this.#events);
  }

  /** The repository's own credential formats are known only once its configuration was read, so engines are made again. */
  async #addSecretRules(rules: readonly ScanRule[]): Promise<void> {
    const settings = engineSettings(this.#task, rules);
    this.#use(await loadEngines(this.#task.engines, settings), settings);
  }

  async run(): Promise<CompletedScan> {
    const task = this.#task;
    const coverage = new CoverageLog();
    const contents = new ContentStore();
    const { reader } = this.#source;
    this.#progress('listing', 0, 0, 0);
    const listing = await withDisguised(await reader.list(), reader, this.#engines);
    coverage.skipAll(listing.skipped);
    const found = await readRepositoryConfig(listing, reader, coverage);
    const config = found?.config;
    const trusted = task.trustRepositoryConfig ? config : undefined;
    if (trusted?.secretRules.length) await this.#addSecretRules(trusted.secretRules);
    const comments = new Map<string, SuppressionComment[]>();
    const concluded = await this.#analyse(listing, reader, trusted, coverage, contents, comments);
    const { past, present } = await this.#history(listing, concluded, coverage, contents);
    this.#progress('concluding', 0.95, coverage.files, coverage.files);

    const { origins, passed } = await findOrigins(
      { ...concluded, findings: present },
      past,
      { listing, reader, contents, maxBytes: task.limits.secretFileBytes },
      () => this.#secretsEngine(),
    );
    const presented = presentFindings(
      origins,
      config,
      { ...task, identityKey: this.#identityKey, configPath: found?.path },
      passed,
    );
    const earlier = await this.#before(trusted, listing, concluded, coverage, presented.open.length > 0);
    const before = earlier && this.#isWhole ? movedAlong(earlier, presented, listing) : earlier;
    this.#cache?.save({ isPartial: this.#deadline.look() !== undefined });

    const code =
      task.gatherCode &&
      (await gatherCode(task, listing.entries.filter(chosenPaths(task.paths, trusted)), {
        reader,
        settings: this.#settings,
        mask: presented.mask,
        isOver: () => this.#lastDeadline.look() !== undefined,
      }));
    return completeScan({
      task,
      engines: this.#engines,
      settings: this.#settings,
      isWhole: this.#isWhole,
      commit: reader.commit,
      listing,
      coverage,
      found,
      comments,
      presented: rateRepetition(presented, before?.known ?? []),
      before,
      inventory: concluded.inventory,
      code,
    });
  }

  async close(): Promise<void> {
    await this.#threads?.close();
    this.#threads = undefined;
  }

  /** What ended threads had is kept for a while in case that others start, and with it what was handed to them. */
  async #closeForGood(): Promise<void> {
    if (!this.#threads) return;
    await this.close();
    collectGarbage();
  }

  async #analyse(
    listing: Listing,
    reader: RepositoryReader,
    config: RepositoryConfig | undefined,
    coverage: CoverageLog,
    contents: ContentStore,
    comments?: Map<string, SuppressionComment[]>,
  ): Promise<Concluded> {
    const { paths, limits } = this.#task;
    const planned = planFiles(listing.entries, this.#engines, { paths, config, limits }, coverage);
    const share = this.#task.history ? 0.6 : 0.9;
    const files = await analyseFiles(planned, reader, {
      ...this.#context(coverage, contents),
      ...(comments && { takeComments: (path, found) => comments.set(path, found) }),
      onProgress: (done) =>
        this.#progress('analysing', 0.05 + (share * done) / planned.length, done, planned.length),
    });
    // Threads hold most of the memory, and joining what they found takes more; an earlier state would need them again.
    if (!this.#task.history && !this.#task.baseline) await this.#closeForGood();
    return conclude(
      { files, entries: listing.entries, isWhole: this.#isWhole },
      {
        engines: this.#engines,
        tools: createTools(this.#identityKey),
        coverage,
        deadline: this.#lastDeadline,
        onCrash: this.#events.onCrash,
      },
    );
  }

  /** Secrets of earlier commits, where the scan asks for them. */
  async #history(
    listing: Listing,
    { findings }: Concluded,
    coverage: CoverageLog,
    contents: ContentStore,
  ): Promise<HistoryResult> {
    if (!this.#task.history) return { past: [], present: findings };
    // Old versions are not files of the commit: they are read, but the coverage counts what was scanned.
    const pastCoverage = new CoverageLog();
    return searchPast(
      { task: this.#task, engines: this.#engines, source: this.#source, entries: listing.entries, findings },
      { coverage, pastCoverage },
      {
        ...this.#context(pastCoverage, contents),
        onProgress: (done, total) => this.#progress('history', 0.65 + (0.3 * done) / total, done, total),
      },
    );
  }

  /** All files of what is scanned were listed, as opposed to those that are staged. */
  get #isWhole(): boolean {
    const { source } = this.#task;
    return !('staged' in source && source.staged);
  }

  /** What the baseline has. Without a finding in what is staged nothing can be new, and its files are not read a second time (`hasFindings`). */
  async #before(
    config: RepositoryConfig | undefined,
    listing: Listing,
    concluded: Concluded,
    coverage: CoverageLog,
    hasFindings: boolean,
  ): Promise<EarlierFindings | undefined> {
    const { baseline, repository } = this.#task;
    if (!baseline) return undefined;
    if ('known' in baseline) return { known: baseline.known, wasRead: true };
    if (!this.#source.openBaseline) {
      throw new ScanFailure('ref_not_found', 'The folder is not a git repository and has no other branch.');
    }
    const reader = await this.#source.openBaseline(baseline.ref);
    const earlier = await withDisguised(await reader.list(), reader, this.#engines);
    if (!this.#isWhole && !hasFindings && earlier.entries.length > 0) return { known: [], wasRead: false };
    const same = JSON.stringify(earlier.entries) === JSON.stringify(listing.entries);
    const { findings } = same
      ? concluded
      : await this.#analyse(earlier, reader, config, new CoverageLog(), new ContentStore());
    const late = same ? undefined : this.#deadline.look();
    if (late !== undefined) {
      const message = `The baseline was not analysed to its end: findings may be called new that are not. ${late}`;
      coverage.skip({ path: '…', reason: 'time_limit', message });
    }
    const known = identify(findings, this.#identityKey, repository).map(
      ({ fingerprint, finding: { file, engine } }) => ({ fingerprint, file, engine }),
    );
    return { known, wasRead: true };
  }

  /** Undefined where it ran: what it found is masked already. */
  async #secretsEngine(): Promise<Engine | undefined> {
    if (this.#engines.some(({ id }) => id === 'secrets')) return undefined;
    const [secrets] = await loadEngines(['secrets'], this.#settings);
    return secrets;
  }

  #context(coverage: CoverageLog, contents: ContentStore): Omit<AnalysisContext, 'onProgress'> {
    return {
      engines: this.#engines,
      analyser: this.#analyser,
      cache: this.#cache,
      coverage,
      contents,
      deadline: this.#deadline,
      startThreads: ({ isNeeded = false, worksHere = false }) => {
        const size = Math.min(this.#task.limits.threads, availableParallelism());
        if (size < 2 && !isNeeded) return undefined;
        this.#threads ??= new ThreadPool(worksHere ? size - 1 : size, {
          data: {
            engineIds: this.#engines.map(({ id }): EngineId => id),
            settings: this.#settings,
            identityKey: this.#identityKey,
          },
          deadline: this.#deadline,
          onCrash: this.#events.onCrash,
        });
        return this.#threads;
      },
    };
  }

  #progress(phase: ScanProgress['phase'], done: number, filesDone: number, filesTotal: number): void {
    this.#events.onProgress({ phase, percent: Math.floor(100 * done), filesDone, filesTotal });
  }
}

/** The baseline, with what files that were moved had under their old names. */
function movedAlong(
  earlier: EarlierFindings,
  { given }: Presented,
  { entries, skipped }: Listing,
): EarlierFindings {
  const there = new Set([...entries, ...skipped].map(({ path }) => path));
  return { ...earlier, known: followMoves(earlier.known, given, (path) => there.has(path)) };
}
