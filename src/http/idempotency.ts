import { createHash } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import { type Receipt, ReceiptExists, type StoredReceipt } from '../kernel/receipt.ts';

const keptMs = 24 * 60 * 60 * 1_000;

/** Where receipts are looked up; they are written by the stores, together with what they prove. */
export interface ReceiptLookup {
  find(id: string, now: number): Promise<StoredReceipt | undefined>;
}

export interface IdempotentRequest {
  idempotencyKey: string;
  tenantId: string;
  keyId: string;
  /** Method and path with its parameters filled in. */
  target: string;
  bodyHash: string;
}

/** A request that is carried out now, or the response that an earlier one got. */
export type Attempt =
  | { repeated: true; data: unknown }
  | { repeated: false; receipt: Omit<Receipt, 'answer'> };

/** Makes a repeated request under the same Idempotency-Key give the first response again instead of doing the work twice. */
export class Idempotency {
  readonly #receipts: ReceiptLookup;
  readonly #clock: Clock;
  readonly #inProgress = new Set<string>();

  constructor(receipts: ReceiptLookup, clock: Clock) {
    this.#receipts = receipts;
    this.#clock = clock;
  }

  /** Every attempt that is not a repetition must be ended with `end`. */
  async begin(request: IdempotentRequest): Promise<Attempt> {
    if (!/^[\x21-\x7e]{1,255}$/.test(request.idempotencyKey)) {
      throw new ServiceError('validation_failed', undefined, {
        details: [
          { path: 'Idempotency-Key', code: 'invalid', message: 'Must be 1 to 255 visible ASCII characters.' },
        ],
      });
    }
    const id = createHash('sha256')
      .update([request.keyId, request.target, request.idempotencyKey].join('\n'))
      .digest('base64url');
    if (this.#inProgress.has(id))
      throw new ServiceError('idempotency_in_progress', undefined, { retryAfterSeconds: 1 });
    this.#inProgress.add(id);
    try {
      const now = this.#clock.now();
      const stored = await this.#receipts.find(id, now);
      if (!stored) {
        const { tenantId, bodyHash } = request;
        return { repeated: false, receipt: { id, tenantId, bodyHash, expiresAt: now + keptMs } };
      }
      this.#inProgress.delete(id);
      if (stored.bodyHash !== request.bodyHash) throw new ServiceError('idempotency_key_reused');
      return { repeated: true, data: stored.data };
    } catch (error) {
      this.#inProgress.delete(id);
      throw error;
    }
  }

  /**
   * What the request was answered after all, where its write failed for a reason that leaves the outcome open: another node was
   * faster, or the connection to the database broke while it was stored. Undefined where it was not carried out.
   */
  async settled(receipt: Omit<Receipt, 'answer'>, error: unknown): Promise<{ data: unknown } | undefined> {
    const isOpen =
      error instanceof ReceiptExists ||
      (error instanceof ServiceError && error.code === 'storage_unavailable');
    const stored = isOpen ? await this.#receipts.find(receipt.id, this.#clock.now()) : undefined;
    if (stored && stored.bodyHash !== receipt.bodyHash) throw new ServiceError('idempotency_key_reused');
    return stored && { data: stored.data };
  }

  end(receiptId: string): void {
    this.#inProgress.delete(receiptId);
  }
}
