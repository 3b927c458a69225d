import type { Engine } from '../../engines/engine.ts';
import type { Listing, RepositoryEntry, RepositoryReader } from '../../source/repository-entry.ts';
import type { ContentStore } from '../analyse/analyse-files.ts';
import type { Concluded } from '../analyse/conclude.ts';
import type { HistoryFinding } from '../analyse/search-history.ts';
import { withSecretsMasked } from './mask-secrets.ts';
import type { FindingOrigin, ShownText } from './present-findings.ts';

interface Contents {
  listing: Listing;
  reader: RepositoryReader;
  /** What was kept in memory; only the rest is read again. */
  contents: ContentStore;
  /** The largest file that is read for its snippets. */
  maxBytes: number;
}

/** The text behind every finding and along its data flow, with what must not be shown of it. `secretsEngine` gives the engine that still has to look for that. */
export async function findOrigins(
  { findings, redactions, maskEverywhere }: Concluded,
  past: readonly HistoryFinding[],
  from: Contents,
  secretsEngine: () => Promise<Engine | undefined>,
): Promise<{ origins: FindingOrigin[]; passed: ShownText[] }> {
  const onTheWay = new Set(findings.flatMap(({ trace = [] }) => trace.map(({ file }) => file)));
  const contentOf = await readContents(new Set([...findings.map(({ file }) => file), ...onTheWay]), from);
  const shown = (path: string): ShownText => ({
    path,
    contentKey: path,
    bytes: contentOf(path),
    redactions: redactions.get(path) ?? [],
    maskEverywhere: maskEverywhere.get(path) ?? [],
  });
  const passed = [...onTheWay].map(shown);
  const origins: FindingOrigin[] = [
    ...findings.map((finding) => ({ ...shown(finding.file), finding })),
    ...past.map(({ finding, entry, ...content }) => ({
      finding,
      path: finding.file,
      contentKey: `${entry.blob} ${entry.path}`,
      ...content,
    })),
  ];
  const secrets = origins.length === 0 ? undefined : await secretsEngine();
  if (!secrets) return { origins, passed };
  return { origins: withSecretsMasked(origins, secrets), passed: withSecretsMasked(passed, secrets) };
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
