import { type Receipt, ReceiptExists, type ReceiptStore, type StoredReceipt } from '../../kernel/receipt.ts';
import type { PostgresDatabase, Sql } from './database.ts';

/** To be called in the transaction of the write that it belongs to. */
export async function saveReceipt<Result>(
  sql: Sql,
  receipt: Receipt<Result> | undefined,
  result: Result,
): Promise<void> {
  if (!receipt) return;
  const stored = await insertReceipts(sql, [{ receipt, data: JSON.stringify(receipt.answer(result)) }]);
  if (stored.size === 0) throw new ReceiptExists();
}

/**
 * The ids of those that were stored; the others are there already and have not expired. Where another node is writing the same one
 * in this moment, this waits until that is decided.
 */
export async function insertReceipts(
  sql: Sql,
  items: ReadonlyArray<{ receipt: Omit<Receipt, 'answer'>; data: string }>,
): Promise<Set<string>> {
  const rows = await sql.all(
    `INSERT INTO receipts (id, tenant_id, body_hash, data, expires_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]) AS r (id, tenant_id, body_hash, data, expires_at)
     ORDER BY id
     ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, body_hash = excluded.body_hash,
       data = excluded.data, expires_at = excluded.expires_at
     WHERE receipts.expires_at <= extract(epoch FROM now()) * 1000
     RETURNING id`,
    items.map(({ receipt }) => receipt.id),
    items.map(({ receipt }) => receipt.tenantId),
    items.map(({ receipt }) => receipt.bodyHash),
    items.map(({ data }) => data),
    items.map(({ receipt }) => receipt.expiresAt),
  );
  return new Set(rows.map((row) => String(row['id'])));
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
