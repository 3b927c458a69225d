import { jobQueueContract } from '../../../test/contract/job-queue.ts';
import { Database } from './database.ts';
import { EmbeddedJobQueue } from './job-queue.ts';
import { migrate } from './migrate.ts';

jobQueueContract('embedded', async (clock) => {
  const database = new Database(':memory:');
  migrate(database);
  return {
    queue: new EmbeddedJobQueue(database, clock),
    addTenant: (id) =>
      database.write(() => void database.run('INSERT INTO tenants VALUES (?, ?, ?)', id, id, 0)),
    close: async () => database.close(),
  };
});
