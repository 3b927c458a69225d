import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limitsOfModules } from '../../../../../test/support/schema-limits.ts';
import { ruleFileSchema } from './rule-schema.ts';

test('rule files may hold what the list of their parts says', async () => {
  const list = limitsOfModules({ 'rule-schema.ts': { ruleFileSchema } });
  const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'test', 'limits');
  await expect(list).toMatchFileSnapshot(join(folder, 'rule-files.txt'));
});
