import { type Receipt, ReceiptExists, type ReceiptStore, type StoredReceipt } from '../../kernel/receipt.ts';
import type { Database } from './database.ts';

/** Call inside the `work` of a write, so that the receipt and what it proves are one transaction. */
export function saveReceipt<Result>(
  database: Database,
  receipt: Receipt<Result> | undefined,
  result: Result,
): void {
  if (!receipt) return;
  const { changes } = database.run(
    `INSERT INTO receipts (id, tenant_id, body_hash, data, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, body_hash = excluded.body_hash,
       data = excluded.data, expires_at = excluded.expires_at
     WHERE receipts.expires_at <= unixepoch() * 1000`,
    receipt.id,
    receipt.tenantId,
    receipt.bodyHash,
    JSON.stringify(receipt.answer(result)),
    receipt.expiresAt,
  );
  if (changes === 0) throw new ReceiptExists();
}

export class EmbeddedReceiptStore implements ReceiptStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: string, now: number): Promise<StoredReceipt | undefined> {
    const row = this.#database.get(
      'SELECT body_hash, data FROM receipts WHERE id = ? AND expires_at > ?',
      id,
      now,
    );
    return row && { bodyHash: String(row['body_hash']), data: JSON.parse(String(row['data'])) };
  }

  async removeExpired(now: number): Promise<number> {
    return this.#database.free(
      () => this.#database.run('DELETE FROM receipts WHERE expires_at <= ?', now).changes,
    );
  }
}
