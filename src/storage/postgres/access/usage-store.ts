import type { UsageDay, UsageStore } from '../../../access/usage-store.ts';
import { compareTexts } from '../../../kernel/compare-texts.ts';
import { addedUp, toUsageDay, usageColumns, usageValues } from '../../rows/usage-rows.ts';
import type { PostgresDatabase } from '../database.ts';

export class PostgresUsageStore implements UsageStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async add(days: ReadonlyArray<UsageDay & { tenantId: string }>): Promise<void> {
    // In one order on every node, or two of them could wait for each other.
    const ordered = days.toSorted((a, b) => compareTexts(`${a.tenantId} ${a.day}`, `${b.tenantId} ${b.day}`));
    await this.#database.transaction(async (sql) => {
      for (const one of ordered)
        await sql.run(
          `INSERT INTO usage_days (tenant_id, day, ${usageColumns.join(', ')})
           SELECT id, $2::int, ${usageColumns.map((_, i) => `$${i + 3}::bigint`).join(', ')} FROM tenants WHERE id = $1
           ON CONFLICT (tenant_id, day) DO UPDATE SET ${addedUp}`,
          one.tenantId,
          one.day,
          ...usageValues(one),
        );
    });
  }

  async list(tenantId: string, from: number): Promise<UsageDay[]> {
    const sql = 'SELECT * FROM usage_days WHERE tenant_id = $1 AND day >= $2 ORDER BY day';
    return (await this.#database.all(sql, tenantId, from)).map(toUsageDay);
  }

  removeBefore(day: number): Promise<number> {
    return this.#database.run('DELETE FROM usage_days WHERE day < $1', day);
  }
}
