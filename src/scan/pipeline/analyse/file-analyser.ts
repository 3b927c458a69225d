import { MachinePace } from '../../../platform/machine-pace.ts';
import type { Engine, EngineTools } from '../../engines/engine.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import type { EngineCrash } from '../../model/engine-crash.ts';
import type { EngineId } from '../../model/finding.ts';
import { decodeText, isBinary } from '../../source/source-text.ts';
import { languageOf, mayEmbedScripts } from '../../syntax/languages.ts';
import type { Parser } from '../../syntax/parser.ts';
import { type ScriptName, scriptName } from '../../syntax/script-name.ts';
import { type EngineRun, type PreparedFile, type RanFile, runEngines } from './engine-runs.ts';
import type { BatchFile } from './file-batch.ts';
import { fileLimitMs } from './file-limit.ts';
import type { FileOutcome } from './file-outcome.ts';
import { GuardedRun } from './guarded-run.ts';
import { LazyFile } from './lazy-file.ts';

type FileToPrepare = Omit<BatchFile, 'engineIds'> & { engineIds: readonly EngineId[] };

export interface AnalyserOptions {
  onCrash(crash: EngineCrash): void;
  /** The CPU time of an engine for a file of a size. */
  limitMs?: (sizeBytes: number) => number;
}

/** Only the time on the wall can stop an engine from outside: twice what the CPU time takes on this machine. */
const spareWall = 2;
/** On a machine that gives us a hundredth of a processor, a file still gets the CPU time that it may use. */
const maxWallPerCpu = 128;

/** As much of a file as says what program it is. */
const headBytes = 16 * 1024;

/** Runs engines over one file at a time: decoded once, parsed once, and only if somebody asks. */
export class FileAnalyser {
  readonly #engines: ReadonlyMap<EngineId, Engine>;
  readonly #tools: EngineTools;
  readonly #options: AnalyserOptions;
  readonly #pace = new MachinePace();
  #parser: Parser | undefined;
  #loadingParser: Promise<Parser> | undefined;
  /** An engine was stopped in the middle of a file: for the next one there should be another analyser, in another thread. */
  isSpent = false;

  constructor(engines: readonly Engine[], tools: EngineTools, options: AnalyserOptions) {
    this.#engines = new Map(engines.map((engine) => [engine.id, engine]));
    this.#tools = tools;
    this.#options = options;
  }

  async analyse(path: string, bytes: Uint8Array, engineIds: readonly EngineId[]): Promise<FileOutcome> {
    const cpuMs = (this.#options.limitMs ?? fileLimitMs)(bytes.length);
    for (let wallMs = this.#wallMs(cpuMs); ; ) {
      const prepared = await this.#prepareFile({ path, bytes, engineIds });
      const [ran] = await this.#run([prepared], wallMs);
      if (ran!.wasStarved && wallMs < maxWallPerCpu * cpuMs) wallMs *= 2;
      else if (!isWorthAnother(prepared, ran!)) return ran!.outcome;
    }
  }

  /**
   * The same for many small files, watched together: watching one costs as much as searching it for secrets. Fewer outcomes than files where the analyser is spent.
   */
  async analyseMany(files: readonly BatchFile[]): Promise<FileOutcome[]> {
    const outcomes: FileOutcome[] = [];
    const prepared = await allOf(files.map((file) => this.#prepareFile(file)));
    while (outcomes.length < files.length && !this.isSpent) {
      const rest = prepared.slice(outcomes.length);
      const ran = await this.#run(rest, this.#wallMs(Math.max(...rest.map(({ cpuMs }) => cpuMs))));
      for (const [i, one] of ran.entries()) {
        const { path, bytes, engineIds } = files[outcomes.length]!;
        const again = one.wasStarved || isWorthAnother(rest[i]!, one);
        outcomes.push(again ? await this.analyse(path, bytes, engineIds) : one.outcome);
      }
    }
    return outcomes;
  }

  #wallMs(cpuMs: number): number {
    return spareWall * this.#pace.ratio * cpuMs;
  }

  #prepareFile({ path, bytes, engineIds }: FileToPrepare): PreparedFile | Promise<PreparedFile> {
    const engines = engineIds.map((id) => this.#engines.get(id)!);
    const script = engines.some((engine) => engine.mayWant) ? scriptNameOf(path, bytes) : undefined;
    const cpuMs = (this.#options.limitMs ?? fileLimitMs)(bytes.length);
    if (engines.some((engine) => engine.readsTrees || engine.prepare))
      return this.#prepareLater(path, bytes, script, engines, cpuMs);
    const file = new LazyFile(path, bytes, this.#parser, script);
    return { file, runs: engines.map((engine) => this.#runOf(engine, file)), cpuMs };
  }

  async #prepareLater(
    path: string,
    bytes: Uint8Array,
    script: ScriptName | undefined,
    engines: readonly Engine[],
    cpuMs: number,
  ): Promise<PreparedFile> {
    const readsTrees = engines.some((engine) => engine.readsTrees);
    const hasTree = script !== undefined || languageOf(path) !== undefined || mayEmbedScripts(path);
    if (readsTrees && hasTree) await this.#loadParser();
    const file = new LazyFile(path, bytes, this.#parser, script);
    return { file, runs: await Promise.all(engines.map((engine) => this.#load(engine, file))), cpuMs };
  }

  async #run(files: readonly PreparedFile[], wallMs: number): Promise<RanFile[]> {
    await this.#parser?.ready();
    const ran = runEngines(files, this.#tools, wallMs);
    this.#pace.add(ran.used.cpuMs, ran.used.wallMs);
    if (ran.wasInterrupted) this.isSpent = true;
    return ran.files;
  }

  async #load(engine: Engine, file: LazyFile): Promise<EngineRun> {
    const guarded = new GuardedRun(engine.id, 'file', this.#options.onCrash);
    const { path, script } = file;
    const names = script ? [path, script.path] : [path];
    await guarded.attemptLater({ path }, async () => engine.prepare?.(names));
    return this.#runOf(engine, file, guarded);
  }

  #runOf(
    engine: Engine,
    { path, bytes }: LazyFile,
    guarded = new GuardedRun(engine.id, 'file', this.#options.onCrash),
  ): EngineRun {
    if (!engine.readsBinary?.(path, bytes) && isBinary(bytes) && engine.wants(path, bytes.length))
      guarded.notes.push(unreadNote(path, bytes));
    return { engine, guarded };
  }

  async #loadParser(): Promise<void> {
    // Files are prepared side by side, and one parser is enough for all of them.
    this.#loadingParser ??= import('../../syntax/parser.ts').then(({ createParser }) => createParser());
    try {
      this.#parser = await this.#loadingParser;
    } catch (error) {
      this.#loadingParser = undefined;
      throw error;
    }
  }
}

/** Where nothing has to be loaded, a promise for each file would cost as much as looking at it. */
async function allOf<T>(values: ReadonlyArray<T | Promise<T>>): Promise<readonly T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[]);
}

/** What breaks a parser that has parsed other files may be their doing: the file gets a second chance with a new one. */
function isWorthAnother({ file }: PreparedFile, { hadFreshParser }: RanFile): boolean {
  return file.crashedParser && !hadFreshParser;
}

function scriptNameOf(path: string, bytes: Uint8Array): ScriptName | undefined {
  const head = bytes.subarray(0, headBytes);
  return isBinary(head) ? undefined : scriptName(path, decodeText(head));
}

/** An interpreter may read what is not text to us; a key store or a film that is called `*.ts` it cannot even begin to read. */
function unreadNote(path: string, bytes: Uint8Array): CoverageNote {
  const message = 'The name says that the file is text, and its bytes are none.';
  return { path, reason: mayEmbedScripts(path) || mayBegin(bytes) ? 'not_text' : 'format_not_read', message };
}

/** Programs begin with printable characters; behind the start of a comment or a text there may be anything. */
function mayBegin(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return /^(?:\/[/*]|#|["'`<]|--|\xef\xbb\xbf)/.test(head) || /^[\t-\r -~]*$/.test(head);
}
