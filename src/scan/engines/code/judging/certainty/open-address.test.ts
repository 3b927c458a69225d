import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.php']);

/** How severe requests to an address are that a function about such addresses is given. */
function severities(body: string): string[] {
  const path = 'src/RemoteImport.php';
  const text = `<?php\nclass RemoteImport {\n  public function import($url) {\n    ${body}\n  }\n}\n`;
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const tools = { hashSecret: (value: string) => value };
  const { findings, facts } = engine.analyse(file, tools);
  const linked = facts ? engine.conclude!([{ path, facts }], tools).findings : [];
  return [...findings, ...linked]
    .filter(({ ruleId }) => ruleId === 'php-ssrf')
    .map(({ severity }) => severity);
}

test('a request to an address that a function is given is medium, and looking its name up is low', () => {
  expect(severities('return curl_init($url);')).toEqual(['medium']);
  expect(severities('return gethostbyname($url);')).toEqual(['low']);
});
