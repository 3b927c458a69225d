import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { InspectedFile } from '../../inspect-file.ts';
import { askedTexts } from './asked-texts.ts';

const parser = await createParser();

async function asked(path: string, text: string): Promise<string[]> {
  const { module } = (await InspectedFile.open(path, text, parser))!;
  const statement = module.body.find(({ k }) => k === 'function');
  return statement?.k === 'function' ? [...askedTexts(statement.fn)].sort() : [];
}

test('texts in conditions count, in small letters, others do not', async () => {
  const go =
    'package a\n\nfunc f(kind string) string {\n\tif strings.HasPrefix(kind, "Text/") || kind == "image/svg+xml" {\n\t\treturn "plain"\n\t}\n\tswitch kind {\n\tcase "a", "b":\n\t\treturn "one"\n\t}\n\tlog("said")\n\treturn "none"\n}\n';
  expect(await asked('a.go', go)).toEqual(['a', 'b', 'image/svg+xml', 'text/']);
});

test('what a function answers with is a condition as well, and so are those of functions inside of it', async () => {
  const js =
    "function f(x) { const inner = (y) => { while (y !== 'w') y = next('n'); return y.includes('r') && y !== 's'; }; return inner(x) ? 'yes' : 'no'; }\n";
  expect(await asked('a.js', js)).toEqual(['r', 's', 'w']);
});
