import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goldenFolder, goldenPrograms } from '../../../../test/support/golden-ir.ts';
import { factsOf } from '../../../../test/support/print-facts.ts';

test.each(goldenPrograms())('what %s tells the linker is what its golden file says', async (name) => {
  const text = readFileSync(join(goldenFolder, name), 'utf8');
  // After a wanted change: vitest run src/scan/engines/code/golden-facts.test.ts -u, and read the difference.
  await expect(`${(await factsOf(name, text)).join('\n')}\n`).toMatchFileSnapshot(
    join(goldenFolder, `${name}.facts`),
  );
});
