import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limitsOfModules } from '../../test/support/schema-limits.ts';

test('the schemas of the API accept what the list of their limits says', async () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
  const modules: Record<string, Record<string, unknown>> = {};
  for (const file of files) modules[file] = await import(join(import.meta.dirname, file));
  // After a wanted change: vitest run src/contract -u, and read the difference: callers depend on every line.
  await expect(limitsOfModules(modules)).toMatchFileSnapshot(
    join(import.meta.dirname, '..', '..', 'test', 'limits', 'contract.txt'),
  );
});
