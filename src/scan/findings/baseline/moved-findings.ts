import type { KnownFinding } from '../../model/task.ts';
import { type AttributedFinding, baseFingerprint } from '../identity.ts';

/** Hashes that are made to find out what was moved: a tenth of a second. Beyond them files are looked for that kept their names. */
const maxPairs = 100_000;

/**
 * What the baseline knows, with findings of files that are gone under the names that the files have now: `git mv` makes nothing new. A finding was moved where one that nobody knew would have
 * the old fingerprint at the old path; as long as the old file is there it is a copy, and new.
 */
export function followMoves(
  known: readonly KnownFinding[],
  present: ReadonlyMap<string, AttributedFinding>,
  isThere: (path: string) => boolean,
): KnownFinding[] {
  const before = new Set(known.map(({ fingerprint }) => fingerprint));
  const gone = known.filter(
    ({ fingerprint, file }) => file !== undefined && !present.has(fingerprint) && !isThere(file),
  );
  const fresh = [...present].filter(([fingerprint]) => !before.has(fingerprint));
  const moved = movesOf(gone, fresh);
  return moved.size === 0 ? [...known] : known.map((each) => moved.get(each) ?? each);
}

function movesOf(
  gone: readonly KnownFinding[],
  fresh: ReadonlyArray<[string, AttributedFinding]>,
): Map<KnownFinding, KnownFinding> {
  const moved = new Map<KnownFinding, KnownFinding>();
  const byFile = Map.groupBy(gone, ({ file }) => file!);
  const isMany = byFile.size * fresh.length > maxPairs;
  const taken = new Set<string>();
  for (const [file, lost] of byFile) {
    const wanted = new Map(lost.map((each) => [each.fingerprint, each]));
    for (const [fingerprint, finding] of fresh) {
      if (taken.has(fingerprint) || (isMany && nameOf(finding.file) !== nameOf(file))) continue;
      const ordinal = fingerprint.slice(fingerprint.lastIndexOf(':'));
      const was = wanted.get(`${baseFingerprint({ ...finding, file })}${ordinal}`);
      if (!was || moved.has(was)) continue;
      taken.add(fingerprint);
      moved.set(was, { ...was, fingerprint, file: finding.file });
    }
  }
  return moved;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
