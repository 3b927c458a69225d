import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** How many statements of a page are built from what was sent, with a class around the request. */
async function found(members: string, use: string): Promise<number> {
  const text = `const app = require('express')();\nconst { Pool } = require('pg');\nconst db = new Pool();\nclass Query {\n  constructor(req) { this.req = req; }\n  ${members}\n}\napp.get('/', (req, res) => { const query = new Query(req); ${use} });\n`;
  const findings = await findingsIn({ 'app.js': text });
  return findings.filter(({ cwe }) => cwe.includes('CWE-89')).length;
}

const use = "db.query('select ' + query.name);";

test('a getter runs where a field of its name is read', async () => {
  expect(await found('get name() { return this.req.query.name; }', use)).toBe(1);
  expect(await found("get name() { return 'fixed'; }", use)).toBe(0);
  expect(await found('get name() { return Number(this.req.query.name); }', use)).toBe(0);
});

test('a setter of the same name is not read', async () => {
  const both = "set name(value) { this.held = this.req.query.name; }\n  get name() { return 'fixed'; }";
  expect(await found(both, use)).toBe(0);
  const other = 'set name(value) { this.held = value; }\n  get name() { return this.req.query.name; }';
  expect(await found(other, use)).toBe(1);
});

test('what is set under the name of an accessor is what is read', async () => {
  const both = 'set name(value) { this.held = value; }\n  get name() { return this.held; }';
  expect(await found(both, `query.name = req.query.name; ${use}`)).toBe(1);
  expect(await found(both, `query.name = 'fixed'; ${use}`)).toBe(0);
});
