/**
 * Proof that a request under an Idempotency-Key was carried out. The transport makes it, the domain hands it down with the
 * write, and the store keeps it in the same transaction: either both are there after a crash or neither.
 */
export interface Receipt<Result = unknown> {
  /** Names the caller's key, the route and the Idempotency-Key, as a hash. */
  readonly id: string;
  readonly tenantId: string;
  readonly bodyHash: string;
  readonly expiresAt: number;
  /** The `data` of the response that a repetition gets; must leave out what is shown only once, such as a new key. */
  answer(result: Result): unknown;
}

/** Thrown by a write whose receipt is there already: another node carried the same request out, and nothing of this one is stored. */
export class ReceiptExists extends Error {
  constructor() {
    super('The request was carried out by another node already.');
  }
}

export interface StoredReceipt {
  bodyHash: string;
  data: unknown;
}

/** Where receipts are looked up; they are written by the other stores, together with what they belong to. */
export interface ReceiptStore {
  find(id: string, now: number): Promise<StoredReceipt | undefined>;
  /** Receipts are kept for a day; this forgets the older ones. */
  removeExpired(now: number): Promise<number>;
}
