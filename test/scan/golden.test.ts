import { expect, test } from 'vitest';
import { languageModules } from '../../src/scan/engines/code/frontends/registry.ts';
import { goldenPrograms } from '../support/golden-ir.ts';

test('every language is shown by a golden file, and its syntax by a tour', () => {
  const programs = goldenPrograms();
  // TypeScript is shown as TSX, C++ in the tours of C.
  const languages = [...languageModules.keys()].filter((id) => id !== 'typescript' && id !== 'cpp');
  const missing = languages.filter(
    (id) => !['', '.tour'].every((part) => programs.some((name) => name.startsWith(`${id}${part}.`))),
  );
  expect(missing).toEqual([]);
});
