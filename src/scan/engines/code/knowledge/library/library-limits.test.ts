import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limitsOfModules } from '../../../../../../test/support/schema-limits.ts';
import { ruleFileSchema } from '../rule-schema.ts';
import { librarySchema, packagedLibrarySchema } from './library-schema.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', '..', 'test', 'limits');

test('library files may hold what the list of their parts says', async () => {
  const list = limitsOfModules({ 'library-schema.ts': { librarySchema } });
  await expect(list).toMatchFileSnapshot(join(folder, 'library-files.txt'));
});

test('library files of this package may hold more', async () => {
  const list = limitsOfModules({ 'library-schema.ts': { packagedLibrarySchema } });
  await expect(list).toMatchFileSnapshot(join(folder, 'packaged-library-files.txt'));
});

test('rule files may hold what the list of their parts says', async () => {
  const list = limitsOfModules({ 'rule-schema.ts': { ruleFileSchema } });
  await expect(list).toMatchFileSnapshot(join(folder, 'rule-files.txt'));
});
