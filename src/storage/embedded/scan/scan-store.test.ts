import { findingListContract } from '../../../../test/contract/finding-lists.ts';
import type { OpenStores } from '../../../../test/contract/scan-bench.ts';
import { scanDecisionsContract } from '../../../../test/contract/scan-decisions.ts';
import { scanSecretsContract } from '../../../../test/contract/scan-secrets.ts';
import { scanStoreContract } from '../../../../test/contract/scan-store.ts';
import { trendContract } from '../../../../test/contract/trends.ts';
import { Database } from '../database.ts';
import { EmbeddedJobQueue } from '../job-queue.ts';
import { migrate } from '../migrate.ts';
import { EmbeddedReceiptStore } from '../receipt-store.ts';
import { EmbeddedFindingListStore } from './finding-list-store.ts';
import { EmbeddedScanSecretStore } from './scan-secret-store.ts';
import { EmbeddedScanStore } from './scan-store.ts';
import { EmbeddedTrendStore } from './trend-store.ts';
import { EmbeddedTriageStore } from './triage-store.ts';

const open: OpenStores = async (clock) => {
  const database = new Database(':memory:');
  migrate(database);
  const receipts = new EmbeddedReceiptStore(database);
  return {
    scans: new EmbeddedScanStore(database),
    triage: new EmbeddedTriageStore(database),
    lists: new EmbeddedFindingListStore(database),
    trends: new EmbeddedTrendStore(database),
    secrets: new EmbeddedScanSecretStore(database),
    queue: new EmbeddedJobQueue(database, clock),
    addTenant: (id) =>
      database.write(() => void database.run('INSERT INTO tenants VALUES (?, ?, ?)', id, id, 0)),
    findReceipt: async (id) => (await receipts.find(id, 0))?.data,
    audited: async () => database.all('SELECT id FROM audit').map((row) => String(row['id'])),
    close: async () => database.close(),
  };
};

scanStoreContract('embedded', open);
findingListContract('embedded', open);
trendContract('embedded', open);
scanSecretsContract('embedded', open);
scanDecisionsContract('embedded', open);
