import type { Engine, FileAnalysis, SourceFile } from '../engine.ts';
import type { AdvisoryIndex } from './advisories/advisory-index.ts';
import type { FileFacts } from './facts.ts';
import { MalformedFile } from './formats/malformed-file.ts';
import type { ReadingProblems } from './formats/reading-problems.ts';
import type { LicencePolicy } from './licence-policy.ts';
import { isSource, scanImports } from './reachability/scan-imports.ts';
import { readerFor } from './readers/index.ts';
import type { Reader, ReadFile } from './readers/reader.ts';
import { dependencyRules } from './rules.ts';

export interface DependenciesEngineOptions {
  /** Absent or empty: dependencies are listed, none is judged, and the result says so. */
  advisories?: AdvisoryIndex | undefined;
  licencePolicy?: LicencePolicy;
}

/** Raised whenever the engine itself could answer differently. */
const engineVersion = '2';

/** Finds dependencies with known vulnerabilities, from lockfiles and manifests alone: nothing is installed, built or asked online. */
export function createDependenciesEngine(options: DependenciesEngineOptions = {}): Engine<FileFacts> {
  const { advisories, licencePolicy } = options;
  const dataDate = advisories && ageOf(advisories);
  const parts = new Parts();
  return {
    id: 'dependencies',
    version: [
      engineVersion,
      advisories?.revision ?? 'none',
      licencePolicy ? JSON.stringify(licencePolicy) : '',
    ].join('-'),
    rules: Object.values(dependencyRules),
    ...(dataDate === undefined ? {} : { dataDate }),
    wants: (path, sizeBytes) => readerFor(path) !== undefined || isSource(path, sizeBytes),
    prepare: (paths) => parts.load(paths),
    analyse: (file) => analyseFile(file, parts),
    conclude(facts, _tools, imports) {
      // Imports alone lead nowhere.
      if (!facts.some(({ facts: each }) => each.kind === 'manifest'))
        return { findings: [], inventory: { packages: [], truncated: false } };
      return parts.judge!(facts, options, imports);
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

function analyseFile(file: SourceFile, parts: Parts): FileAnalysis<FileFacts> {
  const reader = readerFor(file.path);
  if (!reader) {
    const facts = scanImports(file.path, file.text);
    return { findings: [], ...(facts ? { facts } : {}) };
  }
  try {
    const problems: ReadingProblems = [];
    const { dependencies, join, notes = [] } = parts.readers.get(reader)!(file.text, file.path, problems);
    const all = [...problems, ...notes];
    return {
      findings: [],
      facts: {
        kind: 'manifest',
        reader: reader.id,
        readerKind: reader.kind,
        dependencies,
        ...(join ? { join } : {}),
      },
      ...(all.length > 0 ? { notes: all.map((note) => ({ path: file.path, ...note })) } : {}),
    };
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    return { findings: [], notes: [{ path: file.path, reason: error.reason, message: error.message }] };
  }
}
