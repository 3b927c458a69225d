import { beforeAll, expect, test } from 'vitest';
import { createParser, type Parser } from '../../syntax/parser.ts';
import { createCodeEngine } from './code-engine.ts';

let parser: Parser;
const engine = createCodeEngine();
const tools = { hashSecret: (value: string) => value };

beforeAll(async () => {
  parser = await createParser();
  await engine.prepare!(['a.js', 'a.jsx', 'a.py']);
});

function severitiesIn(path: string, text: string, rule = '-command-injection'): string[] {
  const file = { path, text, bytes: new TextEncoder().encode(text), tree: parser.parse(path, text) };
  const { findings, facts } = engine.analyse(file, tools);
  const concluded = facts ? engine.conclude!([{ path, facts }], tools).findings : [];
  return [...findings, ...concluded]
    .filter(({ ruleId }) => ruleId.endsWith(rule))
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
  ['a function that is bound to it', 'const run = cp.exec.bind(cp, req.query.x); run();'],
  [
    'what is added to a bound function',
    "const run = ((a, b) => cp.exec(a + b)).bind(null, 'ls '); run(req.query.x);",
  ],
  ['what is left for later', 'process.nextTick(cp.exec, req.query.x);'],
])('data from outside is followed through %s', (_name, body) => {
  expect(severitiesIn('app.js', route(body))).toContain('critical');
});

test.each([
  ['the locals of the answer', 'res.locals.v', 'res.locals.v'],
  ['the request itself', 'req.target', 'req.target'],
])('what one handler leaves in %s the next one has', (_name, left, read) => {
  const text = `const cp = require('child_process'); const app = require('express')();
app.use((req, res, next) => { ${left} = req.query.x; next(); });
app.get('/', (req, res) => { cp.exec('ls ' + ${read}); });\n`;
  // An object has carried it, which other handlers may have written to as well.
  expect(severitiesIn('app.js', text)).toContain('medium');
  expect(severitiesIn('app.js', text.replace('req.query.x', "'-l'"))).not.toContain('critical');
});

test.each([
  ['a thread', 'threading.Thread(target=run, args=(request.args["x"],)).start()'],
  [
    'a process with named arguments',
    'multiprocessing.Process(target=run, kwargs={"c": request.args["x"]}).start()',
  ],
  ['a pool', 'pool.submit(run, request.args["x"])'],
  ['a function with its arguments already set', 'functools.partial(run, request.args["x"])()'],
  [
    'a variable of the function around it',
    'c = ""\n    def read():\n        nonlocal c\n        c = request.args["x"]\n    read()\n    run(c)',
  ],
])('data from outside is followed into %s', (_name, body) => {
  const text = `import os, threading, multiprocessing, functools
from flask import request
def run(c):
    os.system('ls ' + c)
def view(pool):
    ${body}\n`;
  expect(severitiesIn('app.py', text)).toContain('critical');
  expect(severitiesIn('app.py', text.replace('request.args["x"]', '"-l"'))).not.toContain('critical');
});

test.each([
  [
    'a hook',
    "import { useState, useEffect } from 'react';\nexport function A() { const [h, setH] = useState(''); useEffect(() => { setH(decodeURI(window.location.hash)); }, []); return <p dangerouslySetInnerHTML={{ __html: h }} />; }\n",
  ],
  [
    'a class',
    "import React from 'react';\nexport class A extends React.Component { componentDidMount() { this.setState({ h: decodeURI(window.location.hash) }); } render() { return <p dangerouslySetInnerHTML={{ __html: this.state.h }} />; } }\n",
  ],
])('the state of a component that is %s holds what was put into it', (_name, text) => {
  const severities = severitiesIn('a.jsx', text, '-framework-html');
  expect(severities.some((severity) => severity === 'high' || severity === 'medium')).toBe(true);
  const harmless = text.replace('decodeURI(window.location.hash)', "'<b>'");
  expect(severitiesIn('a.jsx', harmless, '-framework-html')).not.toContain('high');
});

test('a generator of Python hands on what it yields', () => {
  const text =
    'import os\nfrom flask import request\ndef names():\n    yield request.args["n"]\ndef v():\n    for name in names():\n        os.system(name)\n';
  expect(severitiesIn('app.py', text)).toContain('critical');
});

test.each([
  ['a text that is put together by a method', "'ls '.concat(name)", "'ls '.concat('-l')"],
  ['a text without its ends', '(`ls ${name} `).trim()', '(`ls -l `).trim()'],
])('%s is known to be put together', (_name, open, fixed) => {
  const program = (text: string) =>
    `const cp = require('child_process');\nexport function list(name) { cp.exec(${text}); }\n`;
  expect(severitiesIn('app.js', program(open))).toContain('medium');
  expect(severitiesIn('app.js', program(fixed))).toEqual([]);
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
