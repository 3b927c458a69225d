import { collectIfLarge } from '../../../platform/collect-garbage.ts';
import type { Engine, EngineTools, FileAnalysis, FileImports, ImportTables } from '../../engines/engine.ts';
import type { AttributedFinding } from '../../findings/identity.ts';
import type { EngineCrash } from '../../model/engine-crash.ts';
import type { EngineFinding } from '../../model/finding.ts';
import type { Inventory } from '../../model/inventory.ts';
import { comparePaths, type RepositoryEntry } from '../../source/repository-entry.ts';
import type { CoverageLog } from '../outcome/coverage-log.ts';
import type { AnalysedFile } from './analyse-files.ts';
import type { Deadline } from './deadline.ts';
import { nothing } from './file-outcome.ts';
import { GuardedRun } from './guarded-run.ts';
import { mergeFindings } from './merging/merge-findings.ts';

export type RedactionMap = Map<string, Array<readonly [number, number]>>;

export interface Concluded {
  findings: AttributedFinding[];
  /** By path: what must not be shown of a file. */
  redactions: RedactionMap;
  /** By path: whose text must not be shown in any file. */
  maskEverywhere: RedactionMap;
  inventory?: Inventory;
}

export interface ScannedFiles {
  files: readonly AnalysedFile[];
  /** All that was listed, also what was not read. */
  entries: readonly RepositoryEntry[];
  /** The list is the whole repository, not what changed in it. */
  isWhole: boolean;
}

export interface ConclusionContext {
  engines: readonly Engine[];
  tools: EngineTools;
  coverage: CoverageLog;
  /** Parts that come after it are skipped. */
  deadline: Deadline;
  onCrash(crash: EngineCrash): void;
}

/** Unpacks what every engine reported, which is then no longer kept as text, lets each draw its conclusion over all files, and brings all findings into one order. */
export async function conclude(
  { files, entries, isWhole }: ScannedFiles,
  { engines, tools, coverage, deadline, onCrash }: ConclusionContext,
): Promise<Concluded> {
  const sorted = files.toSorted((a, b) => comparePaths(a.entry, b.entry));
  const found: Found = { findings: [], redactions: new Map(), maskEverywhere: new Map(), imports: new Map() };
  let inventory: Inventory | undefined;
  for (const engine of engines) {
    const facts = unpack(engine, sorted, coverage, found);
    const run = new GuardedRun(engine.id, 'conclusion', onCrash, deadline);
    await run.attemptLater(everything, async () => engine.prepare?.(facts.names));
    const conclusion = run.attemptInTime(everything, () =>
      engine.conclude?.(
        facts.list,
        { ...tools, attempt: run.attempt },
        tablesOf(found.imports, entries, isWhole),
      ),
    );
    coverage.notes(engine.id, run.notes);
    // What this engine was told and what the next one will be told need not be there at once.
    facts.forget();
    collectIfLarge(largeHeapBytes);
    if (!conclusion) continue;
    addAll(found.findings, engine, conclusion.findings);
    coverage.notes(engine.id, conclusion.notes);
    inventory ??= conclusion.inventory;
  }
  const { findings, redactions, maskEverywhere } = found;
  return { findings: mergeFindings(findings), redactions, maskEverywhere, ...(inventory && { inventory }) };
}

const largeHeapBytes = 384 * 1024 ** 2;

interface Found {
  findings: AttributedFinding[];
  redactions: RedactionMap;
  maskEverywhere: RedactionMap;
  imports: Map<string, FileImports>;
}

type FactsOfFile = { path: string; facts: unknown };

/** What all files told one engine, until it has drawn its conclusion: one that is interrupted starts again with all of it. */
class ToldFacts {
  readonly names: string[] = [];
  #facts: FactsOfFile[] = [];

  add(facts: FactsOfFile, name: string): void {
    this.#facts.push(facts);
    this.names.push(name);
  }

  get list(): readonly FactsOfFile[] {
    return this.#facts;
  }

  forget(): void {
    this.#facts = [];
  }
}

function unpack(
  engine: Engine,
  files: readonly AnalysedFile[],
  coverage: CoverageLog,
  { findings, redactions, maskEverywhere, imports }: Found,
): ToldFacts {
  const told = new ToldFacts();
  for (const { entry, results } of files) {
    const result = results[engine.id];
    if (result === undefined || result === nothing) continue;
    const analysis = JSON.parse(result) as FileAnalysis<unknown>;
    results[engine.id] = nothing;
    addAll(findings, engine, analysis.findings);
    coverage.notes(engine.id, analysis.notes);
    if (analysis.imports) imports.set(entry.path, analysis.imports);
    if (analysis.facts !== undefined) {
      const facts = engine.kept?.(analysis.facts) ?? analysis.facts;
      told.add({ path: entry.path, facts }, analysis.readAs ?? entry.path);
    }
    addRanges(redactions, entry.path, analysis.redactions);
    addRanges(maskEverywhere, entry.path, analysis.maskEverywhere);
  }
  return told;
}

function tablesOf(
  read: ReadonlyMap<string, FileImports>,
  entries: readonly RepositoryEntry[],
  isWhole: boolean,
): ImportTables {
  return {
    read,
    isWhole,
    get unread() {
      return entries.flatMap(({ path, sizeBytes }) => (sizeBytes > 0 && !read.has(path) ? [path] : []));
    },
  };
}

function addRanges(
  map: RedactionMap,
  path: string,
  ranges: ReadonlyArray<readonly [number, number]> | undefined,
): void {
  if (ranges?.length) map.set(path, [...(map.get(path) ?? []), ...ranges]);
}

function addAll(findings: AttributedFinding[], engine: Engine, added: readonly EngineFinding[]): void {
  for (const finding of added) findings.push({ ...finding, engine: engine.id });
}

/** Where an engine fails before it comes to the parts of its conclusion. */
const everything = { path: '…' };
