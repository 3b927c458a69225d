import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Severities of what is found in statements of a file. */
async function found(body: string): Promise<string[]> {
  const findings = await findingsIn({ 'a.php': `<?php\n${body}\n` });
  return findings.filter(({ cwe }) => cwe.includes('CWE-89')).map(({ severity }) => severity);
}

const query = (name: string) =>
  `function show($db) { mysqli_query($db, "select * from t where a='" . $GLOBALS['${name}'] . "'"); }\nshow($db);`;

test('a variable of the file is read in a function by its name among the globals', async () => {
  expect(await found(`$q = $_GET['q'];\n${query('q')}`)).toEqual(['high']);
  expect(await found(`$q = (int) $_GET['q'];\n${query('q')}`)).toEqual([]);
  expect(await found(`$q = $_GET['q'];\n$other = 'a';\n${query('other')}`)).toEqual([]);
});

test('it is set there as well', async () => {
  const set = "function read() { $GLOBALS['q'] = $_GET['q']; }\nread();\n";
  expect(await found(`${set}mysqli_query($db, "select * from t where a='$q'");`)).toEqual(['high']);
});
