import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limitsOfModules } from '../../../../../../test/support/schema-limits.ts';
import { librarySchema } from './library-schema.ts';

test('library files may hold what the list of their parts says', async () => {
  const list = limitsOfModules({ 'library-schema.ts': { librarySchema } });
  const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'test', 'limits');
  await expect(list).toMatchFileSnapshot(join(folder, 'library-files.txt'));
});
