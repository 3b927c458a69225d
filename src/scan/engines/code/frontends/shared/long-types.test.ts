import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { InspectedFile } from '../../inspect-file.ts';

const parser = await createParser();

/** The types of the fields of the one class of a file, as they are kept. */
async function typesOf(file: string, text: string): Promise<Array<string | undefined>> {
  const { module } = (await InspectedFile.open(file, text, parser))!;
  const found = module.body.flatMap((statement) =>
    statement.k === 'class' ? statement.definition.fields : [],
  );
  return found.map(({ written }) => written);
}

const java = (type: string) => `class A {\n  ${type} share;\n}\n`;
const php = (type: string) => `<?php\nclass A {\n  private ${type} $share;\n}\n`;

test('a type loses the packages in front of its name', async () => {
  expect(await typesOf('A.java', java('a.b.Share'))).toEqual(['Share']);
  expect(await typesOf('A.php', php('\\a\\b\\Share'))).toEqual(['Share']);
});

test('a type that is longer than any that somebody writes is kept as it is: nothing is looked for in it', async () => {
  for (const count of [150, 2_000]) {
    const [dotted, slashed] = [`${'a.'.repeat(count)}Share`, `${'a\\'.repeat(count)}Share`];
    expect(await typesOf('A.java', java(dotted))).toEqual([dotted]);
    expect(await typesOf('A.php', php(slashed))).toEqual([slashed]);
  }
});
