import type { AllowanceStore } from '../../access/limiter.ts';
import type { PostgresDatabase } from './database.ts';
import type { NodeRegistry } from './node-registry.ts';

/** Token buckets in the database, refilled by its clock. */
export class PostgresAllowances implements AllowanceStore {
  readonly #database: PostgresDatabase;
  readonly #registry: Pick<NodeRegistry, 'lastCount'>;

  constructor(database: PostgresDatabase, registry: Pick<NodeRegistry, 'lastCount'>) {
    this.#database = database;
    this.#registry = registry;
  }

  get nodes(): number {
    return this.#registry.lastCount;
  }

  async lease(
    subject: string,
    perMinute: number,
    wanted: number,
  ): Promise<{ granted: number; left: number }> {
    const row = await this.#database.get(lease, subject, perMinute, wanted);
    return { granted: Number(row!['granted']), left: Number(row!['tokens']) };
  }
}

const filled = 'least($2::float8, a.tokens + extract(epoch FROM clock_timestamp() - a.at) * $2::float8 / 60)';

const lease = `
  INSERT INTO allowances AS a (subject, tokens, granted, at)
  VALUES ($1, $2::float8 - least($2::float8, $3::float8), least($2::float8, $3::float8), clock_timestamp())
  ON CONFLICT (subject) DO UPDATE SET
    granted = least(floor(${filled}), $3::float8), tokens = ${filled} - least(floor(${filled}), $3::float8),
    at = clock_timestamp()
  RETURNING granted, tokens`;
