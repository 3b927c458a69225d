import type { Receipt, ReceiptStore, StoredReceipt } from '../../kernel/receipt.ts';
import type { Database } from './database.ts';

/** Call inside the `work` of a write, so that the receipt and what it proves are one transaction. */
export function saveReceipt<Result>(
  database: Database,
  receipt: Receipt<Result> | undefined,
  result: Result,
): void {
  if (!receipt) return;
  database.run(
    'INSERT OR REPLACE INTO receipts (id, tenant_id, body_hash, data, expires_at) VALUES (?, ?, ?, ?, ?)',
    receipt.id,
    receipt.tenantId,
    receipt.bodyHash,
    JSON.stringify(receipt.answer(result)),
    receipt.expiresAt,
  );
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
    return this.#database.write(
      () => this.#database.run('DELETE FROM receipts WHERE expires_at <= ?', now).changes,
    );
  }
}
