import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.php']);

/** How severe requests to an address are that a function about such addresses is given. */
function severities(body: string): string[] {
  const path = 'src/RemoteImport.php';
  const text = `<?php\nclass RemoteImport {\n  public function import($url) {\n    ${body}\n  }\n}\n`;
  return scan({ [path]: text })
    .filter(({ ruleId }) => ruleId === 'php-ssrf')
    .map(({ severity }) => severity);
}

test('a request to an address that a function is given is medium, and looking its name up is low', () => {
  expect(severities('return curl_init($url);')).toEqual(['medium']);
  expect(severities('return gethostbyname($url);')).toEqual(['low']);
});
