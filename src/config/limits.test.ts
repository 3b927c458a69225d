import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limitsOfModules } from '../../test/support/schema-limits.ts';
import { scanLimitDefaults } from './scan-defaults.ts';
import { configSchema } from './schema.ts';

test('settings have the bounds and defaults that the list of them says', async () => {
  const list = limitsOfModules({ 'schema.ts': { configSchema } });
  const defaults = Object.entries(scanLimitDefaults).map(([name, value]) => `${name} ${value}`);
  const whole = `${list}\n# what a configuration of nothing is\n${JSON.stringify(configSchema.parse({}), null, 1)}\n\n${defaults.join('\n')}\n`;
  await expect(whole).toMatchFileSnapshot(
    join(import.meta.dirname, '..', '..', 'test', 'limits', 'settings.txt'),
  );
});
