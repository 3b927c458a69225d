import { findingListContract } from '../../test/contract/finding-lists.ts';
import { jobQueueContract } from '../../test/contract/job-queue.ts';
import { memoryLimitsContract } from '../../test/contract/memory-limits.ts';
import { memoryRecutsContract } from '../../test/contract/memory-recuts.ts';
import { memoryStoreContract } from '../../test/contract/memory-store.ts';
import type { OpenStores } from '../../test/contract/scan-bench.ts';
import { scanDecisionsContract } from '../../test/contract/scan-decisions.ts';
import { scanSecretsContract } from '../../test/contract/scan-secrets.ts';
import { scanStoreContract } from '../../test/contract/scan-store.ts';
import { trendContract } from '../../test/contract/trends.ts';
import { openPool, useTestDatabase } from '../../test/support/postgres.ts';
import type { PostgresDatabase } from './postgres/database.ts';
import { PostgresJobQueue } from './postgres/job-queue.ts';
import { PostgresMemoryStore } from './postgres/memory/memory-store.ts';
import { PostgresReceiptStore } from './postgres/receipt-store.ts';
import { PostgresFindingListStore } from './postgres/scan/finding-list-store.ts';
import { PostgresScanSecretStore } from './postgres/scan/scan-secret-store.ts';
import { PostgresScanStore } from './postgres/scan/scan-store.ts';
import { PostgresTrendStore } from './postgres/scan/trend-store.ts';
import { PostgresTriageStore } from './postgres/scan/triage-store.ts';

const postgres = useTestDatabase();

async function addTenant(database: PostgresDatabase, id: string): Promise<void> {
  await database.run('INSERT INTO tenants VALUES ($1, $1, 0)', id);
}

const openMemory = async () => {
  let database = await postgres.open();
  for (const tenant of ['ten_a', 'ten_b']) await addTenant(database, tenant);
  return {
    store: new PostgresMemoryStore(database),
    async reopen() {
      await database.close();
      database = openPool(postgres.url());
      return new PostgresMemoryStore(database);
    },
    async listForRecut(ids: readonly string[]) {
      await database.run(
        'INSERT INTO memory_recuts SELECT namespace_id, id FROM memory_entries WHERE id = ANY($1)',
        ids,
      );
    },
    close: () => database.close(),
  };
};

memoryStoreContract('postgres', openMemory);
memoryLimitsContract('postgres', openMemory);
memoryRecutsContract('postgres', openMemory);

jobQueueContract('postgres', async (clock) => {
  const database = await postgres.open();
  return {
    queue: new PostgresJobQueue(database, { clock, ownClock: true }),
    addTenant: (id) => addTenant(database, id),
    close: () => database.close(),
  };
});

const open: OpenStores = async (clock) => {
  const database = await postgres.open();
  const receipts = new PostgresReceiptStore(database);
  return {
    scans: new PostgresScanStore(database, { ownClock: true }),
    triage: new PostgresTriageStore(database),
    lists: new PostgresFindingListStore(database),
    trends: new PostgresTrendStore(database),
    secrets: new PostgresScanSecretStore(database),
    queue: new PostgresJobQueue(database, { clock, ownClock: true }),
    addTenant: (id) => addTenant(database, id),
    findReceipt: async (id) => (await receipts.find(id, 0))?.data,
    audited: async () => (await database.all('SELECT id FROM audit')).map((row) => String(row['id'])),
    close: () => database.close(),
  };
};

scanStoreContract('postgres', open);
findingListContract('postgres', open);
trendContract('postgres', open);
scanSecretsContract('postgres', open);
scanDecisionsContract('postgres', open);
