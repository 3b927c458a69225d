import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectAnswers } from '../../../../../test/support/answered-programs.ts';
import { valuesShown } from '../../../../../test/support/value-at.ts';

const folder = join(import.meta.dirname, 'shown');

/** Bodies of functions in which `input` comes from a request, and what is known of the expressions that they show. */
test.each(readdirSync(folder))('what is shown is what %s says', async (name) => {
  await expectAnswers(join(folder, name), async (files) => {
    const [[language, body] = ['', '']] = Object.entries(files);
    return valuesShown(language, body);
  });
});

test('a program that shows nothing is seen to', async () => {
  expect(await valuesShown('javascript', 'run(input);')).toEqual([]);
});
