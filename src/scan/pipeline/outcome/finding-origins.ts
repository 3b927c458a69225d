import type { Engine } from '../../engines/engine.ts';
import type { Listing, RepositoryEntry, RepositoryReader } from '../../source/repository-entry.ts';
import type { ContentStore } from '../analyse/analyse-files.ts';
import type { Concluded } from '../analyse/conclude.ts';
import type { HistoryFinding } from '../analyse/search-history.ts';
import { withSecretsMasked } from './mask-secrets.ts';
import type { FindingOrigin } from './present-findings.ts';

interface Contents {
  listing: Listing;
  reader: RepositoryReader;
  /** What was kept in memory; only the rest is read again. */
  contents: ContentStore;
  /** The largest file that is read for its snippets. */
  maxBytes: number;
}

/** The text behind every finding, with what must not be shown of it. `secretsEngine` gives the engine that still has to look for that. */
export async function findOrigins(
  { findings, redactions, maskEverywhere }: Concluded,
  past: readonly HistoryFinding[],
  from: Contents,
  secretsEngine: () => Promise<Engine | undefined>,
): Promise<FindingOrigin[]> {
  const contentOf = await readContents(new Set(findings.map(({ file }) => file)), from);
  const origins: FindingOrigin[] = [
    ...findings.map((finding) => ({
      finding,
      contentKey: finding.file,
      bytes: contentOf(finding.file),
      redactions: redactions.get(finding.file) ?? [],
      maskEverywhere: maskEverywhere.get(finding.file) ?? [],
    })),
    ...past.map(({ finding, entry, ...content }) => ({
      finding,
      contentKey: `${entry.blob} ${entry.path}`,
      ...content,
    })),
  ];
  const secrets = origins.length === 0 ? undefined : await secretsEngine();
  return secrets ? withSecretsMasked(origins, secrets) : origins;
}

async function readContents(
  paths: ReadonlySet<string>,
  { listing, reader, contents, maxBytes }: Contents,
): Promise<(path: string) => Uint8Array | undefined> {
  const wanted = new Map<string, RepositoryEntry>();
  for (const entry of listing.entries) if (paths.has(entry.path)) wanted.set(entry.path, entry);
  const missing = [...wanted.values()].filter((entry) => !contents.get(entry) && entry.sizeBytes <= maxBytes);
  const reread = new Map<string, Uint8Array | undefined>();
  let next = 0;
  for await (const bytes of reader.read(missing)) reread.set(missing[next++]!.path, bytes);
  return (path) => {
    const entry = wanted.get(path);
    return entry && (contents.get(entry) ?? reread.get(path));
  };
}
