import type { UsageDay, UsageStore } from '../../../access/usage-store.ts';
import { addedUp, toUsageDay, usageColumns, usageValues } from '../../rows/usage-rows.ts';
import type { Database } from '../database.ts';

export class EmbeddedUsageStore implements UsageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(days: ReadonlyArray<UsageDay & { tenantId: string }>): Promise<void> {
    await this.#database.write(() => {
      for (const one of days)
        this.#database.run(
          `INSERT INTO usage_days (tenant_id, day, ${usageColumns.join(', ')})
           SELECT id, ?, ${usageColumns.map(() => '?').join(', ')} FROM tenants WHERE id = ?
           ON CONFLICT (tenant_id, day) DO UPDATE SET ${addedUp}`,
          one.day,
          ...usageValues(one),
          one.tenantId,
        );
    });
  }

  async list(tenantId: string, from: number): Promise<UsageDay[]> {
    const sql = 'SELECT * FROM usage_days WHERE tenant_id = ? AND day >= ? ORDER BY day';
    return this.#database.all(sql, tenantId, from).map(toUsageDay);
  }

  removeBefore(day: number): Promise<number> {
    return this.#database.free(() => this.#database.run('DELETE FROM usage_days WHERE day < ?', day).changes);
  }
}
