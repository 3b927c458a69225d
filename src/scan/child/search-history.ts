import type { Engine, FileAnalysis } from '../engines/engine.ts';
import type { EngineFinding } from '../finding.ts';
import { type AttributedFinding, baseFingerprint } from '../identity.ts';
import { readBlobs } from '../repository/blob-reader.ts';
import { findCommitsOf, listHistoryBlobs } from '../repository/history-blobs.ts';
import { comparePaths, type RepositoryEntry, type RepositoryReader } from '../repository/repository-entry.ts';
import type { ScanLimits } from '../scan-outcome.ts';
import { type AnalysisContext, analyseFiles, type ContentStore } from './analyse-files.ts';
import { nothing } from './file-analyser.ts';
import { planFiles } from './file-plan.ts';
import type { OpenSource } from './open-source.ts';

export interface HistoryFinding {
  finding: AttributedFinding;
  entry: RepositoryEntry;
  bytes: Uint8Array | undefined;
  redactions: ReadonlyArray<readonly [number, number]>;
}

type Candidate = Omit<HistoryFinding, 'bytes'>;

/**
 * Looks for secrets in every blob that the scanned commit does not hold. A secret that stayed in a file through many
 * commits is one finding, at the commit that brought it in.
 */
export async function searchHistory(
  history: NonNullable<OpenSource['history']>,
  secrets: Engine,
  present: { entries: readonly RepositoryEntry[]; findings: readonly AttributedFinding[] },
  limits: ScanLimits,
  context: AnalysisContext,
): Promise<HistoryFinding[]> {
  const { git } = history;
  const tips = await history.tips();
  const current = new Set(present.entries.map(({ blob }) => blob));
  const past = (await listHistoryBlobs(tips, git, limits.historyBlobs)).filter(
    ({ blob }) => !current.has(blob),
  );
  const planned = planFiles(
    past,
    [secrets],
    { paths: undefined, config: undefined, limits },
    context.coverage,
  );
  const reader = {
    read: (entries: readonly RepositoryEntry[]) => readBlobs(blobsOf(entries), git, limits.secretFileBytes),
  };
  const analysed = (await analyseFiles(planned, reader, context)).sort(
    (a, b) => comparePaths(a.entry, b.entry) || compareBlobs(a.entry, b.entry),
  );

  const known = new Set(present.findings.map(baseFingerprint));
  const candidates = analysed.flatMap(({ entry, results }) => {
    const result = results.secrets;
    if (result === undefined || result === nothing) return [];
    const analysis = JSON.parse(result) as FileAnalysis<unknown>;
    return analysis.findings
      .map((finding: EngineFinding) => ({ ...finding, engine: secrets.id }))
      .filter((finding) => !known.has(baseFingerprint(finding)))
      .map((finding) => ({ finding, entry, redactions: analysis.redactions ?? [] }));
  });
  const commits = await findCommitsOf(new Set(candidates.map(({ entry }) => entry.blob!)), tips, git);
  return withContents(earliestOfEach(candidates, commits), context.contents, reader);
}

function blobsOf(entries: readonly RepositoryEntry[]): string[] {
  return entries.map(({ blob }) => blob!);
}

/** What the cache answered for was not read yet, and what did not fit into memory is not there any more. */
async function withContents(
  found: Candidate[],
  contents: ContentStore,
  reader: Pick<RepositoryReader, 'read'>,
): Promise<HistoryFinding[]> {
  const missing = found.map(({ entry }) => entry).filter((entry) => !contents.get(entry));
  const read = new Map<RepositoryEntry, Uint8Array | undefined>();
  let next = 0;
  for await (const bytes of reader.read(missing)) read.set(missing[next++]!, bytes);
  return found.map((one) => ({ ...one, bytes: contents.get(one.entry) ?? read.get(one.entry) }));
}

function compareBlobs(a: RepositoryEntry, b: RepositoryEntry): number {
  return a.blob! < b.blob! ? -1 : a.blob! > b.blob! ? 1 : 0;
}

function earliestOfEach(candidates: readonly Candidate[], commits: ReadonlyMap<string, string>): Candidate[] {
  // The map was filled from the oldest commit on, so its order is the order of time.
  const age = new Map([...commits.keys()].map((blob, index) => [blob, index]));
  const ageOf = ({ entry }: Candidate) => age.get(entry.blob!) ?? Number.MAX_SAFE_INTEGER;
  const groups = Map.groupBy(candidates, ({ finding }) => baseFingerprint(finding));
  return [...groups.values()].map((group) => {
    const [earliest] = group.toSorted(
      (a, b) =>
        ageOf(a) - ageOf(b) ||
        compareBlobs(a.entry, b.entry) ||
        a.finding.startLine - b.finding.startLine ||
        (a.finding.startColumn ?? 0) - (b.finding.startColumn ?? 0),
    );
    const commit = commits.get(earliest!.entry.blob!);
    return { ...earliest!, finding: { ...earliest!.finding, ...(commit !== undefined && { commit }) } };
  });
}
