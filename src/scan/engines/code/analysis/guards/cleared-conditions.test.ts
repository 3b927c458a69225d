import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { expectAnswers } from '../../../../../../test/support/answered-programs.ts';
import { clearedBy } from '../../../../../../test/support/cleared-by.ts';

const folder = join(import.meta.dirname, 'cleared');

/** Conditions about `x`, which comes from a request: what it can do no harm to where they hold, and where they do not. */
test.each(readdirSync(folder))('conditions clear what %s says', async (name) => {
  await expectAnswers(join(folder, name), async (files) => {
    const [[language, lines] = ['', '']] = Object.entries(files);
    const answers: string[] = [];
    for (const condition of lines.trimEnd().split('\n'))
      answers.push(`${condition}: ${await clearedBy(language, condition, true)}`);
    return answers;
  });
});
