import type { Clock } from '../../kernel/clock.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Entry, isLive, type MemoryCaller } from '../entry.ts';
import type { EntryWriter } from '../entry-writer.ts';
import { isOwnModel } from '../own-vectors.ts';
import type { MemoryStore, NamespaceState } from '../store.ts';
import type { FlagKind } from './content-guard.ts';
import type { EntryGuard } from './entry-guard.ts';
import type { EntryFlag } from './entry-marks.ts';
import type { EffectivePolicy } from './guard-policy.ts';

export interface AuditRequest {
  namespace: string;
  /** Only look; store the flags; or also redact credentials and personal data and strip hidden characters. */
  apply: 'nothing' | 'flag' | 'redact';
  /** Personal data as well. */
  pii: boolean;
}

export interface AuditResult {
  entries: number;
  /** Entries with something in them that is still there. */
  flagged: number;
  byKind: Partial<Record<FlagKind, number>>;
  /** Entries that were changed. */
  changed: number;
  /** Names, which cannot be redacted: entries with a credential in an external id or in a key of the metadata. */
  unredactable: number;
  /** The first of them, with what was found. */
  items: Array<{ id: string; flags: EntryFlag[] }>;
}

const pageSize = 200;
const shownItems = 1_000;

/** Inspects what is stored with the rules of today: entries from before the guard, or from before a rule. */
export class MemoryAudit {
  readonly #store: MemoryStore;
  readonly #writer: EntryWriter;
  readonly #guard: EntryGuard;
  readonly #clock: Clock;

  constructor(parts: { store: MemoryStore; writer: EntryWriter; guard: EntryGuard; clock: Clock }) {
    this.#store = parts.store;
    this.#writer = parts.writer;
    this.#guard = parts.guard;
    this.#clock = parts.clock;
  }

  async run(
    caller: MemoryCaller,
    request: AuditRequest,
    onProgress?: (result: Readonly<AuditResult>) => void,
  ): Promise<AuditResult> {
    const { namespace } = request;
    const state = caller.mayUseNamespace(namespace)
      ? await this.#store.findNamespace(caller.tenantId, namespace)
      : undefined;
    if (!state) throw new ServiceError('not_found', 'No namespace with this name.');
    const result: AuditResult = {
      entries: 0,
      flagged: 0,
      byKind: {},
      changed: 0,
      unredactable: 0,
      items: [],
    };
    let after: string | undefined;
    for (;;) {
      const now = this.#clock.now();
      const { items, more } = await this.#store.listEntries({
        namespaceId: state.id,
        ...(after !== undefined && { after }),
        limit: pageSize,
        order: 'oldest',
        now,
      });
      for (const entry of items)
        if (isLive(entry, now)) await this.#audit(caller, state, entry, request, result);
      onProgress?.(result);
      after = items.at(-1)?.id;
      if (!more) return result;
    }
  }

  async #audit(
    caller: MemoryCaller,
    state: NamespaceState,
    entry: Entry,
    { apply, pii }: AuditRequest,
    result: AuditResult,
  ): Promise<void> {
    result.entries++;
    const guarded = this.#guard.inspect(entry, policyOf(apply === 'redact', pii));
    const found =
      guarded.rejections.length === 0 ? guarded.flags : this.#withNames(guarded.entry, guarded.flags, pii);
    if (found.length === 0) return;
    for (const kind of new Set(found.map((flag) => flag.kind)))
      result.byKind[kind] = (result.byKind[kind] ?? 0) + 1;
    if (result.items.length < shownItems) result.items.push({ id: entry.id, flags: found });
    if (guarded.rejections.length > 0) result.unredactable++;
    if (found.some(({ action }) => action === 'flagged')) result.flagged++;
    if (apply === 'nothing') return;
    const { content, metadata } = guarded.entry;
    const isRewritten = content !== entry.content || metadata !== entry.metadata;
    // What was redacted before has no trace in the text any more, and is to stay known.
    const kept = (entry.flags ?? []).filter(({ action }) => action !== 'flagged');
    if (!isRewritten && JSON.stringify(entry.flags ?? []) === JSON.stringify([...kept, ...found])) return;
    await this.#writer.update({
      tenantId: caller.tenantId,
      state,
      id: entry.id,
      change: {
        content,
        metadata,
        ...(entry.externalId !== undefined && { externalId: entry.externalId }),
        flags: [...kept, ...found],
        ifUpdatedAt: entry.updatedAt,
        ...(isOwnModel(state.model) && { vector: await this.#vectorOf(state, entry.id) }),
      },
      // An earlier version may hold what was redacted.
      forgetVersions: isRewritten,
      now: this.#clock.now(),
    });
    result.changed++;
  }

  /** What was redacted, and what is still there, each with its place in the text as it is now: that of a name that could not be rewritten too. */
  #withNames(entry: Entry, flags: readonly EntryFlag[], pii: boolean): EntryFlag[] {
    const stillThere = this.#guard.inspect(entry, policyOf(false, pii)).flags;
    return [...flags.filter(({ action }) => action !== 'flagged'), ...stillThere];
  }

  async #vectorOf(state: NamespaceState, id: string): Promise<Float32Array | undefined> {
    return (await this.#store.readEmbedding(state.id, state.model, id))?.vectors?.[0];
  }
}

function policyOf(redact: boolean, pii: boolean): EffectivePolicy {
  return {
    secrets: redact ? 'redact' : 'flag',
    instructions: 'flag',
    hidden: redact ? 'strip' : 'flag',
    pii: pii ? (redact ? 'redact' : 'flag') : 'off',
  };
}
