import type { Receipt, ReceiptStore, StoredReceipt } from '../../kernel/receipt.ts';
import type { PostgresDatabase, Sql } from './database.ts';

/** To be called in the transaction of the write that it belongs to. */
export async function saveReceipt<Result>(
  sql: Sql,
  receipt: Receipt<Result> | undefined,
  result: Result,
): Promise<void> {
  if (!receipt) return;
  await sql.run(
    `INSERT INTO receipts (id, tenant_id, body_hash, data, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, body_hash = excluded.body_hash,
       data = excluded.data, expires_at = excluded.expires_at`,
    receipt.id,
    receipt.tenantId,
    receipt.bodyHash,
    JSON.stringify(receipt.answer(result)),
    receipt.expiresAt,
  );
}

export class PostgresReceiptStore implements ReceiptStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async find(id: string, now: number): Promise<StoredReceipt | undefined> {
    const row = await this.#database.get(
      'SELECT body_hash, data FROM receipts WHERE id = $1 AND expires_at > $2',
      id,
      now,
    );
    return row && { bodyHash: String(row['body_hash']), data: JSON.parse(String(row['data'])) };
  }

  removeExpired(now: number): Promise<number> {
    return this.#database.run('DELETE FROM receipts WHERE expires_at <= $1', now);
  }
}
