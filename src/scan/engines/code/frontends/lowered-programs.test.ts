import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { expectAnswers } from '../../../../../test/support/answered-programs.ts';
import { createParser } from '../../../syntax/parser.ts';
import { InspectedFile } from '../inspect-file.ts';
import { printModule } from '../ir/print-ir.ts';

const folder = join(import.meta.dirname, 'lowered');
const parser = await createParser();

/** Short programs, some of them broken, and what they are lowered to. */
test.each(readdirSync(folder))('programs are lowered as %s says', async (name) => {
  await expectAnswers(join(folder, name), async (files) => {
    const [[path, text] = ['', '']] = Object.entries(files);
    const { module } = (await InspectedFile.open(path, text, parser))!;
    const lines = printModule(module).trimEnd().split('\n');
    return lines.map((line) => line || '(no name)');
  });
});
