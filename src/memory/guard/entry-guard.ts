import { type ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { ContentFlag, ContentGuard } from './content-guard.ts';
import type { EntryFlag } from './entry-marks.ts';
import { type EffectivePolicy, effectivePolicy, type GuardPolicy, type Transport } from './guard-policy.ts';
import { guardMetadata } from './guarded-metadata.ts';
import { guardText } from './guarded-text.ts';
import { RepeatedTexts } from './repeated-texts.ts';

/** What a write says about one of its entries. */
export interface WriteFlag extends EntryFlag {
  /** The entry, by its place in the request. */
  index: number;
}

/** The parts of an entry that are looked at. */
interface Guarded {
  content?: string | undefined;
  metadata?: JsonObject | undefined;
  externalId?: string | undefined;
}

/** A part of an entry that the policy rejects. */
export interface Rejection {
  field: 'content' | 'metadata' | 'externalId';
  flag: ContentFlag;
}

export interface GuardResult<Entry extends Guarded> {
  /** As it may be stored. */
  entry: Entry;
  flags: EntryFlag[];
  rejections: Rejection[];
}

/** A hostile entry can be flagged thousands of times; so many are kept. All of them are redacted or stripped nevertheless. */
const keptFlags = 64;

/** Applies the policy of a namespace and a key to what is to be stored. */
export class EntryGuard {
  readonly #guard: ContentGuard | undefined;

  /** Without a guard nothing is looked at. */
  constructor(guard: ContentGuard | undefined) {
    this.#guard = guard;
  }

  policyOf(
    namespace: { guard?: GuardPolicy } | undefined,
    caller: { guard?: GuardPolicy; transport?: Transport },
  ): EffectivePolicy {
    return effectivePolicy(namespace?.guard, caller.guard, caller.transport ?? 'http');
  }

  inspect<Entry extends Guarded>(entry: Entry, policy: EffectivePolicy): GuardResult<Entry> {
    return this.#inspect(entry, policy, this.#guard);
  }

  /** The entries of one write, in their order. */
  inspectAll<Entry extends Guarded>(
    entries: readonly Entry[],
    policy: EffectivePolicy,
  ): Array<GuardResult<Entry>> {
    const forMetadata = this.#guard && new RepeatedTexts(this.#guard);
    return entries.map((entry) => this.#inspect(entry, policy, forMetadata));
  }

  #inspect<Entry extends Guarded>(
    entry: Entry,
    policy: EffectivePolicy,
    forMetadata: ContentGuard | undefined,
  ): GuardResult<Entry> {
    const guard = this.#guard;
    const result: GuardResult<Entry> = { entry, flags: [], rejections: [] };
    if (!guard || !forMetadata) return result;
    const reject = (field: Rejection['field'], flags: readonly ContentFlag[]) =>
      result.rejections.push(...flags.map((flag) => ({ field, flag })));
    if (entry.content !== undefined) {
      const { text, flags, rejected } = guardText(guard, policy, entry.content);
      if (text !== entry.content) result.entry = { ...result.entry, content: text };
      result.flags.push(...flags.slice(0, keptFlags));
      reject('content', rejected);
    }
    if (entry.metadata !== undefined) {
      const { metadata, flags, rejected } = guardMetadata(forMetadata, policy, entry.metadata);
      if (metadata !== entry.metadata) result.entry = { ...result.entry, metadata };
      result.flags.push(...flags.slice(0, keptFlags));
      reject('metadata', rejected);
    }
    if (entry.externalId !== undefined) {
      const { flags, rejected } = this.#name(guard, policy, entry.externalId);
      result.flags.push(...flags);
      reject('externalId', rejected);
    }
    return result;
  }

  /** A name cannot be rewritten without becoming the name of something else: what would have to be redacted in it is rejected. */
  #name(guard: ContentGuard, policy: EffectivePolicy, externalId: string) {
    const found = guardText(guard, { ...policy, hidden: 'off', instructions: 'off' }, externalId);
    const redacted = found.flags.filter(({ action }) => action === 'redacted');
    return {
      rejected: [...found.rejected, ...redacted],
      flags: redacted.length > 0 ? [] : found.flags.map((flag) => ({ ...flag, path: '/externalId' })),
    };
  }
}

/** The error of a write that the policy rejects. It says what was found and where, never the text. */
export function contentRejected(rejections: ReadonlyArray<Rejection & { prefix: string }>): ServiceError {
  const details = rejections.slice(0, 20).map(
    ({ prefix, field, flag: { kind, ruleId, start, end } }): ErrorDetail => ({
      path: `${prefix}${field}`,
      code: kind,
      message: `${reasons[kind]} (${ruleId}, ${start} to ${end}), which this namespace or key does not accept.`,
    }),
  );
  return new ServiceError('content_rejected', undefined, { details });
}

const reasons: Record<ContentFlag['kind'], string> = {
  secrets: 'Holds a credential',
  instructions: 'Holds instructions to a model',
  hidden: 'Holds hidden characters',
  pii: 'Holds personal data',
};
