import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InspectedFile } from '../../src/scan/engines/code/inspect-file.ts';
import { printModule } from '../../src/scan/engines/code/ir/print-ir.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

/** For all programs of a test file: loading the grammars takes longer than anything else. */
const parser = await createParser();

/** The lowered form and the values of a program, which must be one of its language. */
export async function inspect(name: string, text: string): Promise<InspectedFile> {
  if (parser.parse(name, text)?.hasError !== false) throw new Error(`${name} cannot be parsed`);
  return (await InspectedFile.open(name, text, parser))!;
}

export const goldenFolder = join(import.meta.dirname, '..', 'scan', 'golden');

/** The programs that show how a language is lowered: `java.java`, and `java.tour.java` with nearly all of its syntax. */
export function goldenPrograms(language?: string): string[] {
  return readdirSync(goldenFolder).filter(
    (name) =>
      !/\.(?:ir|values|facts|findings)$/.test(name) &&
      (language === undefined || name.startsWith(`${language}.`)),
  );
}

/** The tests of one front end: each program is lowered as its golden file says, and is a program of the language to begin with. */
export function testLowering(language: string): void {
  test.each(goldenPrograms(language))('%s is lowered as its golden file says', async (name) => {
    const text = readFileSync(join(goldenFolder, name), 'utf8');
    // After a wanted change: vitest run src/scan/engines/code/frontends -t golden -u, and read the difference.
    await expect(printModule((await inspect(name, text)).module)).toMatchFileSnapshot(
      join(goldenFolder, `${name}.ir`),
    );
  });
}
