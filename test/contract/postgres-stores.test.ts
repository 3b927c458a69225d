import type { PostgresDatabase } from '../../src/storage/postgres/database.ts';
import { PostgresJobQueue } from '../../src/storage/postgres/job-queue.ts';
import { PostgresMemoryStore } from '../../src/storage/postgres/memory/memory-store.ts';
import { PostgresReceiptStore } from '../../src/storage/postgres/receipt-store.ts';
import { PostgresFindingListStore } from '../../src/storage/postgres/scan/finding-list-store.ts';
import { PostgresScanSecretStore } from '../../src/storage/postgres/scan/scan-secret-store.ts';
import { PostgresScanStore } from '../../src/storage/postgres/scan/scan-store.ts';
import { PostgresTrendStore } from '../../src/storage/postgres/scan/trend-store.ts';
import { PostgresTriageStore } from '../../src/storage/postgres/scan/triage-store.ts';
import { openPool, useTestDatabase } from '../support/postgres.ts';
import { findingListContract } from './finding-lists.ts';
import { jobQueueContract } from './job-queue.ts';
import { memoryStoreContract } from './memory-store.ts';
import type { OpenStores } from './scan-bench.ts';
import { scanSecretsContract } from './scan-secrets.ts';
import { scanStoreContract } from './scan-store.ts';
import { trendContract } from './trends.ts';

const postgres = useTestDatabase();

async function addTenant(database: PostgresDatabase, id: string): Promise<void> {
  await database.run('INSERT INTO tenants VALUES ($1, $1, 0)', id);
}

memoryStoreContract('postgres', async () => {
  let database = await postgres.open();
  for (const tenant of ['ten_a', 'ten_b']) await addTenant(database, tenant);
  return {
    store: new PostgresMemoryStore(database),
    async reopen() {
      await database.close();
      database = openPool(postgres.url());
      return new PostgresMemoryStore(database);
    },
    close: () => database.close(),
  };
});

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
    close: () => database.close(),
  };
};

scanStoreContract('postgres', open);
findingListContract('postgres', open);
trendContract('postgres', open);
scanSecretsContract('postgres', open);
