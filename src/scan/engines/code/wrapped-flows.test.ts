import { beforeAll, expect, test } from 'vitest';
import { createParser, type Parser } from '../../syntax/parser.ts';
import { createCodeEngine } from './code-engine.ts';

let parser: Parser;
const engine = createCodeEngine();
const tools = { hashSecret: (value: string) => value };

beforeAll(async () => {
  parser = await createParser();
  await engine.prepare!(['a.js', 'a.py']);
});

function severitiesIn(path: string, text: string): string[] {
  const file = { path, text, bytes: new TextEncoder().encode(text), tree: parser.parse(path, text) };
  const { findings, facts } = engine.analyse(file, tools);
  const concluded = facts ? engine.conclude!([{ path, facts }], tools).findings : [];
  return [...findings, ...concluded]
    .filter(({ ruleId }) => ruleId.endsWith('-command-injection'))
    .map(({ severity }) => severity);
}

const route = (body: string) =>
  `const cp = require('child_process'); const util = require('util');\nconst app = require('express')();\napp.get('/', async (req, res) => { ${body} });\n`;

test.each([
  ['a promise', 'const v = await new Promise((done) => done(req.query.x)); cp.exec(v);'],
  ['a generator', 'function* all() { yield req.query.x; } for (const v of all()) cp.exec(v);'],
  [
    'a generator inside another',
    'function* all() { yield* [req.query.x]; } for (const v of all()) cp.exec(v);',
  ],
  ['a promising wrapper', 'await util.promisify(cp.exec)(req.query.x);'],
  ['a bound function', 'const run = cp.exec.bind(cp); run(req.query.x);'],
  ['a call by a method of the function', 'cp.exec.call(cp, req.query.x);'],
  ['a call with a list', 'cp.exec.apply(cp, [req.query.x]);'],
])('data from outside is followed through %s', (_name, body) => {
  expect(severitiesIn('app.js', route(body))).toContain('critical');
});

test('a generator of Python hands on what it yields', () => {
  const text =
    'import os\nfrom flask import request\ndef names():\n    yield request.args["n"]\ndef v():\n    for name in names():\n        os.system(name)\n';
  expect(severitiesIn('app.py', text)).toContain('critical');
});

test('a value that is empty does no harm', () => {
  expect(severitiesIn('app.js', route("const x = req.query.x; if (!x) cp.exec('ls ' + x);"))).not.toContain(
    'critical',
  );
});

test('a call of one function without a name says nothing about the callers of another', () => {
  const text =
    "const cp = require('child_process');\nmodule.exports.a = function (name) { cp.exec('rm ' + name); };\nmodule.exports.b = (function (name) { return name; })('x');\n";
  expect(severitiesIn('lib.js', text)).toContain('medium');
});
