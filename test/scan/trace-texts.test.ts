import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Finding } from '../../src/scan/model/finding.ts';
import { runInProcess } from '../support/in-process-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-trace-texts-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function tracesOf(files: Record<string, string>): Promise<string[][]> {
  const folder = mkdtempSync(join(root, 'case-'));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { out } = await runInProcess(['scan', folder, '--engines', 'code', '--json']);
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  return findings.flatMap(({ trace, file }) =>
    trace ? [[file, ...trace.map(({ line, message }) => `${line} ${message}`)]] : [],
  );
}

test('steps of a trace say what happens to the data: assigned, concatenated, replaced, taken from a list, passed to a sink', async () => {
  const traces = await tracesOf({
    'app.js': `
const app = require('express')();
app.get('/a', (req, res) => {
  const name = req.query.name;
  const sql = "select * from a where n = '" + name + "'";
  const statement = sql;
  db.query(statement);
});
app.get('/b', (req, res) => {
  const ids = req.query.ids;
  for (const id of ids) {
    const trimmed = id
      .replace('x', 'y');
    db.query(\`select \${trimmed} from a where b = 'nobody-reads-this'\`);
  }
});
`,
  });
  expect(traces).toContainEqual([
    'app.js',
    '4 Untrusted: the HTTP request',
    '5 concatenated into `sql`',
    '6 assigned to `statement`',
    '7 passed to `db.query(statement)`',
  ]);
  expect(traces).toContainEqual([
    'app.js',
    '10 Untrusted: the HTTP request',
    '11 taken from the collection as `id`',
    "12 passed through `id .replace('x', 'y')`",
    "14 concatenated into SQL: `db.query('…${trimmed}…')`",
  ]);
  expect(JSON.stringify(traces)).not.toContain('nobody-reads-this');
});

test('steps through other functions and files say what is passed to and returned by them', async () => {
  const traces = await tracesOf({
    'app.py': `
import os
from flask import Flask, request
from store import find, wanted
app = Flask(__name__)

def clean(text):
    return text.strip()

def run(command):
    os.system(command)

@app.route('/a')
def a():
    name = request.args['name']
    find(name)
    run('ls ' + name)
    target = clean(name)
    os.system(target)
    os.system(wanted())
    return ''
`,
    'store.py': `
import os
from flask import request

def find(key):
    line = 'grep %s' % key
    os.system(line)

def wanted():
    return request.args['wanted']
`,
  });
  expect(traces).toContainEqual([
    'app.py',
    '15 Untrusted: the HTTP request',
    "17 passed to `run('…' + name)`",
    '10 passed in as `command`',
    '11 passed to `os.system(command)`',
  ]);
  expect(traces).toContainEqual([
    'app.py',
    '15 Untrusted: the HTTP request',
    '8 passed through `text.strip()`',
    '18 returned by `clean(name)`',
    '19 passed to `os.system(target)`',
  ]);
  expect(traces).toContainEqual([
    'store.py',
    '15 Untrusted: the HTTP request',
    '16 passed to `find()`',
    '5 passed in as `key`',
    '6 assigned to `line`',
    '7 passed to `os.system(line)`',
  ]);
});
