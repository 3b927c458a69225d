import { memoryLimitsContract } from '../../../../test/contract/memory-limits.ts';
import { memoryRecutsContract } from '../../../../test/contract/memory-recuts.ts';
import { memoryStoreContract } from '../../../../test/contract/memory-store.ts';
import { temporaryFolder } from '../../../../test/memory/harness.ts';
import { openDataFolder } from '../data-folder.ts';
import { EmbeddedMemoryStore } from './memory-store.ts';

const open = async () => {
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
    listForRecut: (ids: readonly string[]) =>
      folder.database.write(() => {
        for (const id of ids)
          folder.database.run('INSERT INTO memory_recuts SELECT row FROM memory_entries WHERE id = ?', id);
      }),
    async close() {
      folder.close();
      dispose();
    },
  };
};

memoryStoreContract('embedded', open);
memoryLimitsContract('embedded', open);
memoryRecutsContract('embedded', open);
