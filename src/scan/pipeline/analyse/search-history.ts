import { compareTexts } from '../../../kernel/compare-texts.ts';
import type { Engine, FileAnalysis } from '../../engines/engine.ts';
import { type AttributedFinding, baseFingerprint } from '../../findings/identity.ts';
import type { SkippedPath } from '../../model/coverage.ts';
import type { EngineFinding } from '../../model/finding.ts';
import type { ScanLimits } from '../../model/task.ts';
import { readBlobs } from '../../source/git/blob-reader.ts';
import { type CommitOrigin, findCommitsOf, listHistoryBlobs } from '../../source/git/history-blobs.ts';
import type { ReadingRoom } from '../../source/reading-room.ts';
import { comparePaths, type RepositoryEntry, type RepositoryReader } from '../../source/repository-entry.ts';
import { planFiles } from '../plan/file-plan.ts';
import type { OpenSource } from '../plan/open-source.ts';
import { type AnalysisContext, analyseFiles, type ContentStore } from './analyse-files.ts';
import { nothing } from './file-outcome.ts';

export interface HistoryFinding {
  finding: AttributedFinding;
  entry: RepositoryEntry;
  bytes: Uint8Array | undefined;
  redactions: ReadonlyArray<readonly [number, number]>;
  maskEverywhere: ReadonlyArray<readonly [number, number]>;
}

type Candidate = Omit<HistoryFinding, 'bytes'>;

export interface HistoryResult {
  /** Secrets that the scanned commit does not hold at this path. */
  past: HistoryFinding[];
  /** The findings of the scanned commit; its secrets with the commit that brought them in. */
  present: AttributedFinding[];
}

/**
 * Looks for secrets in every blob that the scanned commit does not hold. A secret that stayed in a file through many
 * commits is one finding, at the commit that brought it in.
 */
export async function searchHistory(
  history: NonNullable<OpenSource['history']>,
  secrets: Engine,
  present: { entries: readonly RepositoryEntry[]; findings: readonly AttributedFinding[] },
  limits: ScanLimits,
  context: Omit<AnalysisContext, 'onProgress'> & { onProgress(done: number, total: number): void },
): Promise<HistoryResult> {
  const { git } = history;
  const tips = await history.tips();
  // Files of a folder have no object ids; their committed versions are met in the history.
  const current = new Map(
    present.entries.flatMap(({ path, blob }) => (blob === undefined ? [] : [[path, blob]])),
  );
  const currentBlobs = new Set(current.values());
  const { entries, missing } = await listHistoryBlobs(tips, git, limits.historyBlobs);
  if (missing > 0) context.coverage.skip(missingNote(missing));
  if (history.isShallow) context.coverage.skip(shallowNote);
  const planned = planFiles(
    entries.filter(({ blob }) => !currentBlobs.has(blob!)),
    [secrets],
    { paths: undefined, config: undefined, limits },
    context.coverage,
  );
  const reader = {
    read: (wanted: readonly RepositoryEntry[], room?: ReadingRoom) =>
      readBlobs(blobsOf(wanted), git, limits.secretFileBytes, room),
  };
  const candidates: Candidate[] = [];
  await analyseFiles(planned, reader, {
    ...context,
    onProgress: (done) => context.onProgress(done, planned.length),
    // Nearly every blob gives nothing: what is kept grows with the findings, not with the history.
    take: ({ entry, results }) => {
      const analysis = analysisOf(results.secrets);
      context.coverage.notes(secrets.id, analysis?.notes);
      candidates.push(...candidatesOf(entry, analysis, secrets));
    },
  });
  candidates.sort((a, b) => comparePaths(a.entry, b.entry) || compareBlobs(a.entry, b.entry));

  const inTree = present.findings.filter(({ engine }) => engine === secrets.id);
  const blobs = new Set(candidates.map(({ entry }) => entry.blob!));
  for (const { file } of inTree) if (current.get(file) !== undefined) blobs.add(current.get(file)!);
  const origins = await findCommitsOf(blobs, tips, git);
  const earliest = earliestOfEach(candidates, origins);
  const known = new Set(inTree.map(baseFingerprint));
  const stillThere = new Set(inTree.map(({ identity }) => identity.tokens));
  const past = [...earliest.entries()]
    .filter(([fingerprint]) => !known.has(fingerprint))
    .map(([, found]) => ({
      ...found,
      finding: {
        ...found.finding,
        ...origins.get(found.entry.blob!),
        inTree: stillThere.has(found.finding.identity.tokens),
      },
    }));
  return {
    past: await withContents(past, context.contents, reader),
    present: withOrigins(present.findings, secrets.id, origins, current, earliest),
  };
}

/** A secret of the scanned commit came in with the oldest of the versions of its file that hold it. */
function withOrigins(
  findings: readonly AttributedFinding[],
  engine: string,
  origins: ReadonlyMap<string, CommitOrigin>,
  current: ReadonlyMap<string, string>,
  earliest: ReadonlyMap<string, Candidate>,
): AttributedFinding[] {
  const age = agesOf(origins);
  return findings.map((finding) => {
    if (finding.engine !== engine) return finding;
    const now = current.get(finding.file);
    const before = earliest.get(baseFingerprint(finding))?.entry.blob;
    const oldest = before !== undefined && (now === undefined || age(before) < age(now)) ? before : now;
    return { ...finding, ...(oldest === undefined ? {} : origins.get(oldest)), inTree: true };
  });
}

function analysisOf(result: string | undefined): FileAnalysis<unknown> | undefined {
  if (result === undefined || result === nothing) return undefined;
  return JSON.parse(result) as FileAnalysis<unknown>;
}

function candidatesOf(
  entry: RepositoryEntry,
  analysis: FileAnalysis<unknown> | undefined,
  secrets: Engine,
): Candidate[] {
  if (!analysis) return [];
  return analysis.findings.map((finding: EngineFinding) => ({
    finding: { ...finding, engine: secrets.id },
    entry,
    redactions: analysis.redactions ?? [],
    maskEverywhere: analysis.maskEverywhere ?? [],
  }));
}

function missingNote(count: number): SkippedPath {
  return {
    path: '…',
    reason: 'missing_object',
    message: `${count} objects of the history are not in the repository.`,
  };
}

const shallowNote: SkippedPath = {
  path: '…',
  reason: 'shallow_history',
  message: 'This is a shallow clone: the commits before its end are not here.',
};

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
  return compareTexts(a.blob!, b.blob!);
}

/** By fingerprint: of all versions that hold a secret the oldest. */
function earliestOfEach(
  candidates: readonly Candidate[],
  origins: ReadonlyMap<string, CommitOrigin>,
): Map<string, Candidate> {
  const age = agesOf(origins);
  const groups = Map.groupBy(candidates, ({ finding }) => baseFingerprint(finding));
  const earliest = new Map<string, Candidate>();
  for (const [fingerprint, group] of groups) {
    const [first] = group.toSorted(
      (a, b) =>
        age(a.entry.blob!) - age(b.entry.blob!) ||
        compareBlobs(a.entry, b.entry) ||
        a.finding.startLine - b.finding.startLine ||
        (a.finding.startColumn ?? 0) - (b.finding.startColumn ?? 0),
    );
    earliest.set(fingerprint, first!);
  }
  return earliest;
}

/** The map was filled from the oldest commit on, so its order is the order of time. */
function agesOf(origins: ReadonlyMap<string, CommitOrigin>): (blob: string) => number {
  const ages = new Map([...origins.keys()].map((blob, index) => [blob, index]));
  return (blob) => ages.get(blob) ?? Number.MAX_SAFE_INTEGER;
}
