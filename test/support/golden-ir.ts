import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InspectedFile } from '../../src/scan/engines/code/inspect-file.ts';
import { printModule } from '../../src/scan/engines/code/ir/print-ir.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

export const goldenFolder = join(import.meta.dirname, '..', 'scan', 'golden');

/** The programs that show how a language is lowered: `java.java`, and `java.tour.java` with nearly all of its syntax. */
export function goldenPrograms(language?: string): string[] {
  return readdirSync(goldenFolder).filter(
    (name) => !name.endsWith('.ir') && (language === undefined || name.startsWith(`${language}.`)),
  );
}

/** The tests of one front end: each program is lowered as its golden file says, and is a program of the language to begin with. */
export function testLowering(language: string): void {
  test.each(goldenPrograms(language))('%s is lowered as its golden file says', async (name) => {
    const text = readFileSync(join(goldenFolder, name), 'utf8');
    expect((await createParser()).parse(name, text)?.hasError).toBe(false);
    const file = await InspectedFile.open(name, text);
    // After a wanted change: vitest run src/scan/engines/code/frontends -t golden -u, and read the difference.
    await expect(printModule(file!.module)).toMatchFileSnapshot(join(goldenFolder, `${name}.ir`));
  });
}
