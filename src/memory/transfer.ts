import { createHash } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import { isId } from '../kernel/ids.ts';
import { type Entry, type EntryInput, isLive, type MemoryCaller } from './entry.ts';
import type { EntryWriter } from './entry-writer.ts';
import { EntryGuard } from './guard/entry-guard.ts';
import type { Memory } from './memory.ts';
import { firstMisfit, isOwnModel } from './own-vectors.ts';
import { mayReach } from './reach/internal-namespaces.ts';
import type { EmbeddingPage, MemoryStore, NamespaceState } from './store.ts';
import { changedEntries, type StatedEntry } from './unchanged-entries.ts';

/** An entry with its vector, where that is the caller's own. */
export interface ExportedEntry extends Entry {
  vector?: Float32Array | undefined;
}

/** An entry as a file of an export has it; only the content must be there. */
export interface ImportedEntry extends EntryInput {
  /** Its line in the file, counted from 1. */
  line: number;
  id?: string | undefined;
  createdAt?: number | undefined;
  updatedAt?: number | undefined;
}

export interface ImportResult {
  /** Lines that held an entry. */
  read: number;
  written: number;
  /** Of those written, how many replaced an entry that was there. */
  replaced: number;
  /** Left alone, because they are there already just as they are. */
  unchanged: number;
  /** Skipped, because they had expired. */
  expired: number;
  /** Of those written, how many hold something that was flagged, redacted or stripped; absent where there are none. */
  flagged?: number;
  /** Skipped, because the policy of the namespace or the key rejects them; absent where there are none. */
  rejected?: number;
  /** The last line that is done: an import that was cut off continues after it. */
  lastLine: number;
}

export interface ImportOptions {
  onProgress?: (result: Readonly<ImportResult>) => void;
  /** How many lines of the same file are done, where this is only a part of it. */
  linesBefore?: number;
  /** Ends the import after the batch that is being written. */
  signal?: AbortSignal;
}

const maxBatchEntries = 64;
const maxBatchUnits = 128 * 1024;
const exportPage = 200;

/** Moves whole namespaces in and out, in batches: however large they are, only one batch is in memory. */
export class Transfer {
  readonly #memory: Memory;
  readonly #store: MemoryStore;
  readonly #writer: EntryWriter;
  readonly #clock: Clock;
  readonly #guard: EntryGuard;

  constructor(parts: {
    memory: Memory;
    store: MemoryStore;
    writer: EntryWriter;
    clock: Clock;
    guard?: EntryGuard | undefined;
  }) {
    this.#memory = parts.memory;
    this.#store = parts.store;
    this.#writer = parts.writer;
    this.#clock = parts.clock;
    this.#guard = parts.guard ?? new EntryGuard(undefined);
  }

  /** All live entries, oldest first, from after the given id. */
  async *export(caller: MemoryCaller, namespace: string, after?: string): AsyncGenerator<ExportedEntry> {
    const state = await this.#store.findNamespace(caller.tenantId, namespace);
    if (state && isOwnModel(state.model) && mayReach(caller, namespace)) {
      yield* this.#exportWithVectors(state, after);
      return;
    }
    let position = after;
    do {
      const page = await this.#memory.list(caller, {
        namespace,
        after: position,
        limit: exportPage,
        order: 'oldest',
      });
      yield* page.items;
      position = page.next;
    } while (position !== undefined);
  }

  /** Vectors that the caller brought cannot be made again, so they go with their entries. */
  async *#exportWithVectors(state: NamespaceState, after = ''): AsyncGenerator<ExportedEntry> {
    let position: string | undefined = after;
    while (position !== undefined) {
      const page: EmbeddingPage = await this.#store.readEmbeddings(
        state.id,
        state.model,
        position,
        exportPage,
      );
      const now = this.#clock.now();
      for (const { entry, vectors } of page.items)
        if (isLive(entry, now)) yield { ...entry, ...(vectors && { vector: vectors[0] }) };
      position = page.next;
    }
  }

  /**
   * Writes entries batch by batch. Importing the same file twice changes nothing: an entry keeps the id it had, and one without an
   * id gets one that follows from its place and content. When the source fails, what came before it is written first.
   */
  async import(
    caller: MemoryCaller,
    namespace: string,
    entries: AsyncIterable<ImportedEntry>,
    { onProgress, linesBefore = 0, signal }: ImportOptions = {},
  ): Promise<ImportResult> {
    if (!mayReach(caller, namespace)) {
      throw new ServiceError('insufficient_scope', 'This key may not use that namespace.');
    }
    const result: ImportResult = {
      read: 0,
      written: 0,
      replaced: 0,
      unchanged: 0,
      expired: 0,
      lastLine: linesBefore,
    };
    let batch: ImportedEntry[] = [];
    let units = 0;
    const flush = async (): Promise<void> => {
      const due = batch;
      batch = [];
      units = 0;
      signal?.throwIfAborted();
      await this.#writeBatch(caller, namespace, due, result, signal);
      onProgress?.(result);
    };
    try {
      try {
        for await (const entry of entries) {
          result.read++;
          batch.push(entry);
          units += entry.content.length;
          if (batch.length === maxBatchEntries || units >= maxBatchUnits) await flush();
        }
      } catch (error) {
        if (error instanceof ServiceError && batch.length > 0) await flush();
        throw error;
      }
      await flush();
    } catch (error) {
      throw withProgress(error, result);
    }
    return result;
  }

  async #writeBatch(
    caller: MemoryCaller,
    namespace: string,
    batch: readonly ImportedEntry[],
    result: ImportResult,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const now = this.#clock.now();
    // Of two lines for one entry the later one counts, as if they had been written one after the other.
    const byName = new Map<string, StatedEntry>();
    const live = batch.filter((entry) => isLive(entry, now));
    const state = await this.#store.findNamespace(caller.tenantId, namespace);
    const policy = this.#guard.policyOf(state?.settings, caller);
    const inspected = this.#guard.inspectAll(live, policy);
    const accepted = inspected.filter(({ rejections }) => rejections.length === 0);
    const misfit = firstMisfit(
      accepted.map(({ entry }) => entry),
      state,
    );
    if (misfit) {
      const { line } = accepted[misfit.index]!.entry;
      const before = batch.filter((entry) => entry.line < line);
      if (before.length > 0) await this.#writeBatch(caller, namespace, before, result, signal);
      throw new ServiceError('validation_failed', `Line ${line}: vector: ${misfit.message}`, {
        details: [{ path: `lines[${line}].vector`, code: 'vector', message: misfit.message }],
      });
    }
    for (const { entry, flags } of accepted) {
      const { externalId, id, line } = entry;
      // Of a kind each: an entry may be called like the id, or the line, of another one.
      const name =
        externalId !== undefined ? `name ${externalId}` : id !== undefined ? `id ${id}` : `line ${line}`;
      byName.set(name, { ...this.#toNewEntry(namespace, entry, now), flags });
    }
    const place = { tenantId: caller.tenantId, namespace };
    const changed = await changedEntries(this.#store, state, [...byName.values()]);
    const { ids, replaced } =
      changed.length === 0
        ? { ids: [], replaced: 0 }
        : await this.#writer.write({
            ...place,
            state,
            entries: changed,
            now,
            maxEntries: caller.maxEntries,
            signal,
          });
    // Only now is it done: whoever continues after `lastLine` must not skip a line that was refused.
    result.lastLine = batch.at(-1)?.line ?? result.lastLine;
    result.expired += batch.length - live.length;
    result.unchanged += byName.size - changed.length;
    result.written += ids.length;
    result.replaced += replaced;
    const flagged = changed.filter(({ flags = [] }) => flags.length > 0).length;
    if (flagged > 0) result.flagged = (result.flagged ?? 0) + flagged;
    const rejected = live.length - accepted.length;
    if (rejected > 0) result.rejected = (result.rejected ?? 0) + rejected;
  }

  #toNewEntry(namespace: string, entry: ImportedEntry, now: number): StatedEntry {
    const { line, id, ...given } = entry;
    const rest = { ...given, stated: { createdAt: entry.createdAt, updatedAt: entry.updatedAt } };
    const createdAt = entry.createdAt ?? now;
    const updatedAt = Math.max(createdAt, entry.updatedAt ?? createdAt);
    if (id !== undefined && isId('mem', id)) {
      return { ...rest, createdAt, updatedAt, keepId: id, id: derivedId(entry.createdAt, [namespace, id]) };
    }
    if (entry.externalId !== undefined) return { ...rest, createdAt, updatedAt };
    const own = derivedId(entry.createdAt, [namespace, String(line), entry.content]);
    return { ...rest, createdAt, updatedAt, keepId: own, id: derivedId(entry.createdAt, [namespace, own]) };
  }
}

/** An id that is the same whenever the same thing is imported. Its time is the entry's, so that it sorts among the others. */
function derivedId(createdAt: number | undefined, parts: readonly string[]): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  let text = '';
  for (let rest = createdAt ?? 0, i = 0; i < 10; i++, rest = Math.floor(rest / 32))
    text = alphabet[rest % 32] + text;
  for (let i = 0; i < 16; i++) text += alphabet[digest[i]! & 31];
  return `mem_${text}`;
}

/** Says how far an import came, so that the caller can mend the file and go on from there. */
function withProgress(error: unknown, { lastLine }: ImportResult): unknown {
  if (!(error instanceof ServiceError)) return error;
  const done = lastLine === 0 ? 'Nothing was imported.' : `Lines up to ${lastLine} were imported.`;
  const reason = error.code === 'storage_full' ? 'The disk is full.' : error.message;
  return new ServiceError(error.code, `${reason} ${done}`, {
    ...(error.details && { details: error.details }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  });
}
