import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languageModules } from '../../src/scan/engines/code/frontends/registry.ts';
import { InspectedFile } from '../../src/scan/engines/code/inspect-file.ts';
import { printModule } from '../../src/scan/engines/code/ir/print-ir.ts';

const folder = join(import.meta.dirname, 'golden');
const programs = readdirSync(folder).filter((name) => !name.endsWith('.ir'));

test.each(programs)('%s is lowered as its golden file says', async (name) => {
  const file = await InspectedFile.open(name, readFileSync(join(folder, name), 'utf8'));
  // After a wanted change: vitest run test/scan/golden.test.ts -u, and read the difference.
  await expect(printModule(file!.module)).toMatchFileSnapshot(join(folder, `${name}.ir`));
});

test('every folder of rules that a language has is shown by a golden file', () => {
  const shown = new Set(programs.map((name) => name.split('.')[0]!));
  const folders = [...new Set([...languageModules.values()].map(({ rules }) => rules))];
  expect(folders.filter((rules) => !shown.has(rules))).toEqual([]);
});
