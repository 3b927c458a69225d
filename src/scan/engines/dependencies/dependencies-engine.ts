import { MalformedFile } from '../../formats/malformed-file.ts';
import type { ReadingProblems } from '../../formats/reading-problems.ts';
import { attemptOf } from '../attempt.ts';
import type { Engine, FileAnalysis, SourceFile } from '../engine.ts';
import type { AdvisoryIndex } from './advisories/advisory-index.ts';
import type { DependenciesEngineOptions } from './engine-options.ts';
import type { ManifestFacts } from './facts.ts';
import { ImportReading } from './reachability/import-reading.ts';
import { readerFor } from './readers/index.ts';
import type { Reader, ReadFile } from './readers/reader.ts';
import { dependencyRules } from './rules.ts';

/** Finds dependencies with known vulnerabilities, from lockfiles and manifests alone: nothing is installed, built or asked online. */
export function createDependenciesEngine(options: DependenciesEngineOptions = {}): Engine<ManifestFacts> {
  const { advisories, licencePolicy, readsImports = false } = options;
  const dataDate = advisories && ageOf(advisories);
  const parts = new Parts();
  const imports = readsImports ? new ImportReading() : undefined;
  return {
    id: 'dependencies',
    version: [
      advisories?.revision ?? 'none',
      licencePolicy ? JSON.stringify(licencePolicy) : '',
      readsImports ? 'imports' : '',
    ].join('-'),
    rules: Object.values(dependencyRules),
    ...(dataDate === undefined ? {} : { dataDate }),
    readsTrees: readsImports,
    // Not to read it, but to say that it was not read.
    readsBinary: (path) => path.endsWith('bun.lockb'),
    wants: (path) => readerFor(path) !== undefined || imports?.wants(path) === true,
    async prepare(paths) {
      await parts.load(paths);
      await imports?.load(paths);
    },
    analyse(file) {
      const read = imports?.read(file);
      return { ...analyseFile(file, parts), ...(read && { imports: read }) };
    },
    conclude(facts, tools, tables) {
      if (facts.length === 0) return { findings: [], inventory: { packages: [], truncated: false } };
      return parts.judge!(facts, options, tables, attemptOf(tools));
    },
  };
}

/** How current the knowledge is: the newest change among the records, or when they were copied where those have no date. */
function ageOf({ newest, syncedAt, records }: AdvisoryIndex): string | undefined {
  if (records === 0) return undefined;
  return newest ?? syncedAt;
}

/** What is loaded only for repositories that need it. */
class Parts {
  readonly readers = new Map<Reader, ReadFile>();
  judge: typeof import('./judge-repository.ts').judgeRepository | undefined;

  async load(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const reader = readerFor(path);
      if (!reader) continue;
      if (!this.readers.has(reader)) this.readers.set(reader, await reader.load());
      this.judge ??= (await import('./judge-repository.ts')).judgeRepository;
    }
  }
}

function analyseFile(file: SourceFile, parts: Parts): FileAnalysis<ManifestFacts> {
  const reader = readerFor(file.path);
  if (!reader) return { findings: [] };
  try {
    const problems: ReadingProblems = [];
    const { dependencies, join, notes = [] } = parts.readers.get(reader)!(file.text, file.path, problems);
    const all = [...problems, ...notes];
    return {
      findings: [],
      facts: {
        reader: reader.id,
        readerKind: reader.kind,
        dependencies,
        ...(join ? { join } : {}),
      },
      ...(all.length > 0 ? { notes: all.map((note) => ({ path: file.path, ...note })) } : {}),
    };
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    // The package manager may well read it and install what it says.
    const isLost = reader.kind === 'lockfile' && error.reason === 'malformed';
    const reason = isLost ? 'not_parsed' : error.reason;
    return { findings: [], notes: [{ path: file.path, reason, message: error.message }] };
  }
}
