import { createHash } from 'node:crypto';
import { ServiceError } from '../kernel/errors.ts';
import type { MemoryCaller } from '../memory/entry.ts';
import type { Filter } from '../memory/filter.ts';
import type { Memory } from '../memory/memory.ts';
import type { ImportedEntry, Transfer } from '../memory/transfer.ts';
import type { CodeSymbol } from '../scan/model/code-symbol.ts';
import type { CodeMemory } from '../scan/service/code-memory.ts';

const pageSize = 200;

/** Keeps scanned code in ordinary namespaces of memory: whoever may read the namespace can ask for it, and nobody else. */
export function createCodeMemory({ memory, transfer }: { memory: Memory; transfer: Transfer }): CodeMemory {
  return {
    async remember(place, { symbols, truncated }, { signal, onProgress }) {
      const { tenantId, namespace, repository, maxEntries } = place;
      const caller: MemoryCaller = {
        tenantId,
        mayUseNamespace: (name) => name === namespace,
        ...(maxEntries !== undefined && { maxEntries }),
      };
      const entries = named(repository, symbols);
      const counts = { entries: entries.length, written: 0, removed: 0 };
      try {
        await transfer.import(caller, namespace, iterate(entries), {
          signal,
          onProgress: ({ written, lastLine }) => {
            counts.written = written;
            onProgress(lastLine / Math.max(1, entries.length));
          },
        });
        // Only a whole view of the code says that something is gone.
        if (!truncated) counts.removed = await removeOthers(memory, caller, place, entries, signal);
        return { namespace, ...counts, ...(truncated && { truncated }) };
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

/** Equal names in one file are told apart by their order. */
function named(repository: string, symbols: readonly CodeSymbol[]): ImportedEntry[] {
  const seen = new Map<string, number>();
  return symbols.map((symbol, i) => {
    const { path, kind, name, content, language, signature, line, endLine, isTest } = symbol;
    const place = JSON.stringify([repository, path, kind, name]);
    const nth = seen.get(place) ?? 0;
    seen.set(place, nth + 1);
    return {
      line: i + 1,
      externalId: externalIdOf(place, nth),
      content,
      metadata: {
        repository,
        path,
        kind,
        ...(language !== undefined && { language }),
        ...(name !== '' && { symbol: name }),
        ...(signature !== undefined && { signature }),
        line,
        endLine,
        ...(isTest && { test: true }),
      },
    };
  });
}

function externalIdOf(place: string, nth: number): string {
  return `code:${createHash('sha256').update(`${place} ${nth}`).digest('hex').slice(0, 40)}`;
}

async function removeOthers(
  memory: Memory,
  caller: MemoryCaller,
  { namespace, repository }: { namespace: string; repository: string },
  entries: readonly ImportedEntry[],
  signal: AbortSignal,
): Promise<number> {
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
    for (const { id, externalId } of page.items)
      if (externalId?.startsWith('code:') && !kept.has(externalId)) gone.push(id);
    after = page.next;
  } while (after !== undefined);
  const { deleted } = await memory.deleteMany(caller, { namespace, ids: gone, dryRun: false }, { signal });
  return deleted;
}
