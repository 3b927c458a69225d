import type { Engine, EngineTools, FileAnalysis, SourceFile } from '../../engines/engine.ts';
import { type EngineSettings, engineRegistry } from '../../engines/registry.ts';
import { hashSecret } from '../../findings/identity.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import type { EngineCrash } from '../../model/engine-crash.ts';
import type { EngineId } from '../../model/finding.ts';
import { isPassing } from '../../model/skip-reason.ts';
import { isBinary } from '../../source/source-text.ts';
import { languageOf, mayEmbedScripts } from '../../syntax/languages.ts';
import type { Parser } from '../../syntax/parser.ts';
import { deadlineOf } from './file-deadline.ts';
import { GuardedRun } from './guarded-run.ts';
import { LazyFile } from './lazy-file.ts';

/** The engines of a scan, in the registry's order. */
export async function loadEngines(
  wanted: readonly EngineId[] | undefined,
  settings: EngineSettings,
): Promise<Engine[]> {
  const entries = engineRegistry.filter(({ id }) => wanted === undefined || wanted.includes(id));
  const readsCode = entries.some(({ id }) => id === 'code');
  return Promise.all(entries.map(({ create }) => create({ ...settings, readsCode })));
}

export function createTools(identityKey: Uint8Array): EngineTools {
  return { hashSecret: (value) => hashSecret(identityKey, value) };
}

/** What each engine said about one file, as JSON, so that a fresh result and a cached one are the same bytes. */
export type FileResults = Partial<Record<EngineId, string>>;

/** The result of an engine that found nothing and remembers nothing: by far the commonest. */
export const nothing = '';

export interface FileOutcome {
  results: FileResults;
  /** Engines whose result may be another one the next time, and which must not be remembered. */
  passing: EngineId[];
}

/** Runs engines over one file at a time: decoded once, parsed once, and only if somebody asks. */
export class FileAnalyser {
  readonly #engines: ReadonlyMap<EngineId, Engine>;
  readonly #tools: EngineTools;
  readonly #onCrash: (crash: EngineCrash) => void;
  #parser: Parser | undefined;

  constructor(engines: readonly Engine[], tools: EngineTools, onCrash: (crash: EngineCrash) => void) {
    this.#engines = new Map(engines.map((engine) => [engine.id, engine]));
    this.#tools = tools;
    this.#onCrash = onCrash;
  }

  async analyse(path: string, bytes: Uint8Array, engineIds: readonly EngineId[]): Promise<FileOutcome> {
    const needsTree =
      (languageOf(path) !== undefined || mayEmbedScripts(path)) &&
      engineIds.some((id) => this.#engines.get(id)!.readsTrees);
    if (!this.#parser && needsTree) {
      const { createParser } = await import('../../syntax/parser.ts');
      this.#parser = await createParser();
    }
    const first = await this.#runAll(path, bytes, engineIds);
    // What breaks a parser that has parsed other files may be their doing: it gets a new one and a second chance.
    if (!first.crashedParser || first.hadFreshParser) return first.outcome;
    return (await this.#runAll(path, bytes, engineIds)).outcome;
  }

  async #runAll(path: string, bytes: Uint8Array, engineIds: readonly EngineId[]) {
    const parser = this.#parser;
    await parser?.ready();
    const hadFreshParser = parser?.isFresh ?? true;
    const file = new LazyFile(path, bytes, parser, deadlineOf(bytes.length));
    const binary = isBinary(bytes);
    const outcome: FileOutcome = { results: {}, passing: [] };
    for (const id of engineIds) {
      const engine = this.#engines.get(id)!;
      const analysis = await this.#run(engine, file, binary && !engine.readsBinary?.(path, bytes));
      outcome.results[id] = encode(analysis);
      if (analysis.notes?.some(({ reason }) => isPassing(reason))) outcome.passing.push(id);
    }
    return { outcome, hadFreshParser, crashedParser: file.crashedParser };
  }

  /** An engine promises not to throw. Where it does, what it lost counts as not analysed, and the scan says so. */
  async #run(engine: Engine, file: SourceFile, isSkipped: boolean): Promise<FileAnalysis<unknown>> {
    const run = new GuardedRun(engine.id, 'file', this.#onCrash);
    const { path } = file;
    await run.attemptLater({ path }, async () => engine.prepare?.([path]));
    if (run.notes.length > 0) return { findings: [], notes: run.notes };
    if (isSkipped) return { findings: [], notes: [notText(path)] };
    const tools = { ...this.#tools, attempt: run.attempt };
    const analysis = run.attempt({ path }, () => engine.analyse(file, tools)) ?? { findings: [] };
    return run.notes.length === 0
      ? analysis
      : { ...analysis, notes: [...(analysis.notes ?? []), ...run.notes] };
  }
}

/** A file whose name an engine knows and whose bytes it cannot read: an interpreter may read them all the same. */
function notText(path: string): CoverageNote {
  return {
    path,
    reason: 'not_text',
    message: 'The name says that the file is text, and its bytes are none.',
  };
}

function encode(analysis: FileAnalysis<unknown>): string {
  const { findings, facts, notes, redactions, maskEverywhere, imports } = analysis;
  const hasExtras = notes?.length || redactions?.length || imports !== undefined;
  const isEmpty = findings.length === 0 && facts === undefined && !hasExtras;
  return isEmpty ? nothing : JSON.stringify({ findings, facts, notes, redactions, maskEverywhere, imports });
}
