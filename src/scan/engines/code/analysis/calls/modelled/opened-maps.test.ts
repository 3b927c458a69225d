import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../../test/support/code-scan.ts';

const web = (call: string) =>
  `import sqlite3\nfrom flask import Flask, request\nfrom store import find, insert\napp = Flask(__name__)\n@app.route('/i', methods=['POST'])\ndef i():\n    c = sqlite3.connect('x.db')\n    c.execute(${call})\n    return 'ok'\n`;
const store =
  "def insert(table, **values):\n    return 'INSERT INTO %s (%s) VALUES (1)' % (table, ', '.join(values.keys()))\n\ndef find(table, name='x'):\n    return f\"SELECT * FROM {table} WHERE name = '{name}'\"\n";

async function isReported(files: Record<string, string>): Promise<boolean> {
  const findings = await findingsIn(files);
  return findings.some(({ cwe, severity }) => cwe.includes('CWE-89') && severity !== 'low');
}

/** Functions of the same file, and of another one. */
const places: Array<[string, (call: string) => Record<string, string>]> = [
  ['here', (call) => ({ 'app.py': web(call).replace('from store import find, insert\n', store) })],
  ['in another file', (call) => ({ 'app.py': web(call), 'store.py': store })],
];

test.each(places)(
  'a map of the request that is spread into the arguments of a function %s',
  async (_, files) => {
    expect(await isReported(files("insert('t', **request.get_json())"))).toBe(true);
    expect(await isReported(files("find('t', **request.get_json())"))).toBe(true);
    expect(await isReported(files('find(**request.get_json())'))).toBe(true);
  },
);

test.each(places)('a map that was written out gives what it holds, %s', async (_, files) => {
  expect(await isReported(files("find('t', **{'name': 'a'})"))).toBe(false);
  expect(await isReported(files("find('t', **{'name': request.args['n']})"))).toBe(true);
});

test.each(places)('a parameter with an argument of its own gets nothing of the map, %s', async (_, files) => {
  expect(await isReported(files("find('t', 'a', **request.get_json())"))).toBe(false);
});

test("the names of what was written out are nobody's", async () => {
  const files = places[0]![1]("insert('t', **{'name': request.args['n']})");
  expect(await isReported(files)).toBe(false);
});

test('options that are handed on are for the parameters that they name', async () => {
  const files = {
    'app.py': web("look('t', note=request.args['n'])").replace(
      'from store import',
      'from look import look\nfrom store import',
    ),
    'look.py': 'from store import find\n\ndef look(table, **options):\n    return find(table, **options)\n',
    'store.py': store,
  };
  expect(await isReported(files)).toBe(false);
});
