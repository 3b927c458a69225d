import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { expectAnswers } from '../../../../../test/support/answered-programs.ts';
import { foundInFiles } from '../../../../../test/support/found-in-files.ts';

const folder = join(import.meta.dirname, 'linked');

/** Programs of several files, and what is found in them. */
test.each(readdirSync(folder))('what is found in several files is what %s says', async (name) => {
  await expectAnswers(join(folder, name), foundInFiles);
});
