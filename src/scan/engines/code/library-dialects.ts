import { packageName } from './frontends/go/imports.ts';
import { languageModules } from './frontends/registry.ts';
import type { Dialect, Dialects } from './knowledge/library/dialect.ts';

/** The languages that library files can be written for, and how programs name things there. */
export const dialects: Dialects = new Map(
  (
    [
      ['javascript', 'modules', '.', (name) => name.replace(/^node:/, '')],
      ['typescript', 'modules', '.', (name) => name.replace(/^node:/, '')],
      ['python', 'modules', '.'],
      ['go', 'modules', '.', packageName],
      ['rust', 'modules', '::'],
      ['java', 'classes', '.'],
      ['kotlin', 'classes', '.'],
      ['scala', 'classes', '.'],
      ['csharp', 'classes', '.'],
      ['php', 'classes', '\\'],
      ['ruby', 'global', '::'],
      ['swift', 'global', '.'],
      ['c', 'global', '::'],
      ['cpp', 'global', '::'],
      ['bash', 'global', '.'],
    ] satisfies Array<[string, Dialect['names'], string, Dialect['moduleName']?]>
  ).map(([language, names, separator, moduleName = unchanged]): [string, Dialect] => [
    language,
    {
      folder: languageModules.get(language)!.rules,
      names,
      separator,
      dottedModules: moduleName === unchanged,
      moduleName,
    },
  ]),
);

function unchanged(name: string): string {
  return name;
}
