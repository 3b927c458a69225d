import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goldenFolder, goldenPrograms } from '../../../../test/support/golden-ir.ts';
import { printValues } from '../../../../test/support/golden-values.ts';

test.each(goldenPrograms())('what is known at each line of %s is what its golden file says', async (name) => {
  const text = readFileSync(join(goldenFolder, name), 'utf8');
  // After a wanted change: vitest run src/scan/engines/code/golden-values.test.ts -u, and read the difference.
  await expect(await printValues(name, text)).toMatchFileSnapshot(join(goldenFolder, `${name}.values`));
});
