import { ServiceError } from '../kernel/errors.ts';
import type { MemoryCaller } from '../memory/entry.ts';
import type { Filter } from '../memory/filter.ts';
import { sourceOf } from '../memory/guard/entry-marks.ts';
import type { Memory } from '../memory/memory.ts';
import type { ImportedEntry, Transfer } from '../memory/transfer.ts';
import type { GatheredCode } from '../scan/model/code-symbol.ts';
import { chosenPaths } from '../scan/pipeline/plan/file-plan.ts';
import type { CodeMemory, CodePlace } from '../scan/service/code-memory.ts';
import { codeEntries, isCodeEntry } from '../scan/symbols/code-entries.ts';

const pageSize = 200;

/** Keeps scanned code in ordinary namespaces of memory: whoever may read the namespace can ask for it, and nobody else. */
export function createCodeMemory({ memory, transfer }: { memory: Memory; transfer: Transfer }): CodeMemory {
  return {
    async remember(place, { symbols, unread, truncated }, { signal, onProgress }) {
      const { tenantId, namespace, repository, maxEntries } = place;
      const caller: MemoryCaller = {
        tenantId,
        mayUseNamespace: (name) => name === namespace,
        ...(maxEntries !== undefined && { maxEntries }),
        // Whoever asks for code must not be given a credential that somebody left in it.
        guard: { secrets: 'redact' },
      };
      const entries = codeEntries(repository, symbols).map((entry, i) => ({
        ...entry,
        line: i + 1,
        source: sourceOf({ kind: 'scan' }),
      }));
      const counts = { entries: entries.length, written: 0, removed: 0 };
      try {
        const { rejected = 0 } = await transfer.import(caller, namespace, iterate(entries), {
          signal,
          onProgress: ({ written, lastLine }) => {
            counts.written = written;
            onProgress(lastLine / Math.max(1, entries.length));
          },
        });
        // Only a whole view of the code says that something is gone.
        if (!truncated)
          counts.removed = await removeOthers(memory, caller, { ...place, unread }, entries, signal);
        counts.entries -= rejected;
        return {
          namespace,
          ...counts,
          ...(truncated && { truncated }),
          ...(rejected > 0 && { error: `The guard of the namespace rejected ${rejected} entries.` }),
        };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { namespace, ...counts, error: error.message };
      }
    },
  };
}

async function* iterate(entries: readonly ImportedEntry[]): AsyncGenerator<ImportedEntry> {
  yield* entries;
}

async function removeOthers(
  memory: Memory,
  caller: MemoryCaller,
  { namespace, repository, paths, unread }: CodePlace & Pick<GatheredCode, 'unread'>,
  entries: readonly ImportedEntry[],
  signal: AbortSignal,
): Promise<number> {
  const isChosen = chosenPaths(paths);
  const unknown = new Set(unread);
  const wasLookedAt = (path: string) => isChosen({ path }) && !unknown.has(path);
  const kept = new Set(entries.map(({ externalId }) => externalId));
  const filter: Filter = { op: 'eq', path: ['metadata', 'repository'], value: repository };
  const gone: string[] = [];
  let after: string | undefined;
  do {
    const page = await memory.list(
      caller,
      { namespace, after, limit: pageSize, order: 'oldest', filter },
      { signal },
    );
    for (const { id, externalId, metadata } of page.items)
      if (isCodeEntry(externalId) && !kept.has(externalId) && wasLookedAt(String(metadata['path'])))
        gone.push(id);
    after = page.next;
  } while (after !== undefined);
  const { deleted } = await memory.deleteMany(caller, { namespace, ids: gone, dryRun: false }, { signal });
  return deleted;
}
