import { memoryLimitsContract } from '../../../../test/contract/memory-limits.ts';
import { memoryStoreContract, type OpenedStore } from '../../../../test/contract/memory-store.ts';
import { temporaryFolder } from '../../../../test/memory/harness.ts';
import { openDataFolder } from '../data-folder.ts';
import { EmbeddedMemoryStore } from './memory-store.ts';

const open = async (): Promise<OpenedStore> => {
  const { path, dispose } = temporaryFolder();
  let folder = openDataFolder(path);
  for (const tenant of ['ten_a', 'ten_b']) {
    await folder.database.write(() =>
      folder.database.run('INSERT INTO tenants (id, name, created_at) VALUES (?, ?, 0)', tenant, tenant),
    );
  }
  return {
    store: new EmbeddedMemoryStore(folder.database),
    async reopen() {
      folder.close();
      folder = openDataFolder(path);
      return new EmbeddedMemoryStore(folder.database);
    },
    async close() {
      folder.close();
      dispose();
    },
  };
};

memoryStoreContract('embedded', open);
memoryLimitsContract('embedded', open);
