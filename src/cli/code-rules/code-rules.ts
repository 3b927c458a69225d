import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Invocation, textOption, UsageError } from '../command.ts';
import { plain, table } from '../terminal.ts';

/** `rules new`, `rules kinds` and `rules schema`: what somebody needs who writes library files. */
export async function codeRulesAction(
  action: 'new' | 'kinds' | 'schema',
  invocation: Invocation,
  given: readonly string[],
): Promise<number> {
  if (action === 'new') return newFile(invocation, given);
  if (action === 'kinds') return printKinds(invocation, given);
  const { dialects } = await import('../../scan/engines/code/library-dialects.ts');
  const { librarySchemaDocument } = await import('../../scan/engines/code/packs/library-json-schema.ts');
  invocation.terminal.out(JSON.stringify(librarySchemaDocument(dialects), null, 2));
  return 0;
}

async function newFile(invocation: Invocation, [name, ...more]: readonly string[]): Promise<number> {
  const { newLibrary, newLibraryLanguages } = await import('../../scan/engines/code/packs/new-library.ts');
  const language = textOption(invocation, 'language');
  if (name === undefined || more.length > 0) throw new UsageError('name one library, such as acme-http.');
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 60)
    throw new UsageError('the name of a library is lower-case words joined by dashes, such as acme-http.');
  const text = language === undefined ? undefined : newLibrary(name, language);
  if (text === undefined)
    throw new UsageError(
      `--language is one of ${newLibraryLanguages.join(', ')}; other languages start from a file of these.`,
    );
  const folder = textOption(invocation, 'folder') ?? 'lorekeep-rules';
  const file = join(folder, `${name}.yaml`);
  if (existsSync(file)) throw new UsageError(`there is a file ${plain(file)} already.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
  invocation.terminal.out(
    `Wrote ${plain(file)}. Next: lorekeep rules test ${plain(folder)}, then lorekeep scan --code-rules ${plain(folder)}`,
  );
  return 0;
}

async function printKinds({ terminal, options }: Invocation, given: readonly string[]): Promise<number> {
  const { dialects } = await import('../../scan/engines/code/library-dialects.ts');
  const { kindTable } = await import('../../scan/engines/code/packs/kind-table.ts');
  const rows = kindTable(dialects);
  const languages = new Set(rows.flatMap((row) => row.languages));
  const stranger = given.find((name) => !languages.has(name));
  if (stranger !== undefined)
    throw new UsageError(
      `there is no language "${plain(stranger)}"; there are ${[...languages].sort().join(', ')}.`,
    );
  const shown = rows.filter(
    (row) => given.length === 0 || row.languages.some((each) => given.includes(each)),
  );
  if (options['json']) terminal.out(JSON.stringify(shown, null, 2));
  else
    terminal.out(
      table(shown.map((row) => [row.kind, row.label, row.cwe.join(' '), row.languages.join(' ')])),
    );
  return 0;
}
