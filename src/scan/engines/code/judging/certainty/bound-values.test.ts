import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

async function severities(path: string, text: string): Promise<string[]> {
  const findings = await findingsIn({ [path]: text });
  return findings.filter(({ ruleId }) => ruleId.endsWith('-sql-injection')).map(({ severity }) => severity);
}

const python = (statement: string, rest: string) =>
  `import psycopg2\ndef f(where, params, name):\n    cur = psycopg2.connect('x').cursor()\n    cur.execute(${statement}${rest})\n`;
const node = (rest: string) =>
  `const { Pool } = require('pg');\nconst pool = new Pool();\nexports.f = (where, params, callback) => pool.query(\`SELECT * FROM t WHERE \${where} LIMIT 1\`${rest});\n`;

test('a statement that is given with the values to bind is low, and medium without them', async () => {
  expect(await severities('a.py', python('f"SELECT * FROM t WHERE {where} LIMIT 1"', ', params'))).toEqual([
    'low',
  ]);
  expect(await severities('a.py', python('f"SELECT * FROM t WHERE {where} LIMIT 1"', ''))).toEqual([
    'medium',
  ]);
  expect(await severities('a.js', node(', params'))).toEqual(['low']);
  expect(await severities('a.js', node(', [params.id]'))).toEqual(['low']);
  expect(await severities('a.js', node(''))).toEqual(['medium']);
});

test('options may have the values', async () => {
  const query = (options: string) =>
    `const { Sequelize } = require('sequelize');\nconst db = new Sequelize('x');\nexports.f = (where, id) => db.query(\`SELECT * FROM t WHERE \${where} LIMIT 1\`, ${options});\n`;
  expect(await severities('a.js', query('{ replacements: { id } }'))).toEqual(['low']);
  expect(await severities('a.js', query('{ bind: [id] }'))).toEqual(['low']);
  expect(await severities('a.js', query('{ raw: true }'))).toEqual(['medium']);
});

test('a callback and options bind nothing', async () => {
  expect(await severities('a.js', node(', callback'))).toEqual(['medium']);
  expect(await severities('a.js', node(', (error) => error'))).toEqual(['medium']);
  expect(await severities('a.js', node(', { timeout: 1 }'))).toEqual(['medium']);
});

test('a part that stands where a value does was not bound', async () => {
  expect(
    await severities('a.py', python(`f"SELECT * FROM t WHERE name = '{name}' AND id = %s"`, ', params')),
  ).toEqual(['medium']);
  expect(
    await severities('a.py', python('f"SELECT * FROM t WHERE size > {name} AND id = %s"', ', params')),
  ).toEqual(['medium']);
});

test('places for values in the text are as good as the values', async () => {
  const php = (statement: string) =>
    `<?php\nclass A {\n  function f(PDO $db, $order, $id) {\n    return $db->prepare(${statement});\n  }\n}\n`;
  expect(await severities('a.php', php('"SELECT * FROM t WHERE id = :id" . $order'))).toEqual(['low']);
  expect(await severities('a.php', php('"SELECT * FROM t WHERE id IN (?, ?)" . $order'))).toEqual(['low']);
  expect(await severities('a.php', php('"SELECT * FROM t WHERE id > 1" . $order'))).toEqual(['medium']);
  expect(await severities('a.php', php('"SELECT * FROM t WHERE id = :id AND a = " . $id'))).toEqual([
    'medium',
  ]);
});
