import { expect, test } from 'vitest';
import { createParser } from '../../../../../syntax/parser.ts';
import { createCodeEngine } from '../../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.js', 'a.py']);

function analysed(path: string, text: string) {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const { findings, notes } = engine.analyse(file, { hashSecret: (value) => value });
  return { rules: findings.map(({ ruleId }) => ruleId), notes: notes ?? [] };
}

const python = (test: string) => `from flask import request
import os
def f():
    a = request.args["a"]
    b = "ls " + ("x" if a == "y" else a)
    if ${test}:
        return 1
    os.system(b)
`;
const script = (test: string) => `const cp = require('child_process');
require('express')().get('/', (req, res) => {
  const a = req.query.a;
  const b = 'ls ' + (a === 'y' ? 'x' : a);
  if (${test}) return;
  cp.exec(b);
});
`;

test('a text with a choice in it is made again once, whatever the choice is about', () => {
  expect(analysed('a.py', python('a == "y"'))).toEqual({ rules: ['python-command-injection'], notes: [] });
  expect(analysed('a.js', script("a === 'y'"))).toEqual({
    rules: ['javascript-command-injection'],
    notes: [],
  });
});

test('a text with a choice in it is safe once what it is made of was checked', () => {
  expect(analysed('a.py', python('not a.isalnum()'))).toEqual({ rules: [], notes: [] });
  expect(analysed('a.js', script('!/^[a-z]+$/.test(a)'))).toEqual({ rules: [], notes: [] });
});
