import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.js', 'a.py', 'a.go', 'a.rb', 'a.php']);

/** The rules of these weaknesses that a program is reported for, at medium and above. */
function rules(path: string, text: string, ...cwes: number[]): string[] {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const tools = { hashSecret: (value: string) => value };
  const { findings, facts } = engine.analyse(file, tools);
  const linked = facts ? engine.conclude!([{ path, facts }], tools).findings : [];
  return [...findings, ...linked]
    .filter(({ cwe, severity }) => severity !== 'low' && cwe.some((id) => cwes.includes(Number(id.slice(4)))))
    .map(({ ruleId, confidence }) => `${ruleId} ${confidence}`);
}

const node = (body: string) =>
  `const fs = require('fs');\nconst path = require('path');\nexports.h = function h(req, res) {\n${body}\n};\n`;
const flask = (body: string) =>
  `import os\nfrom pathlib import Path\nfrom urllib.parse import urlparse\nfrom flask import request, redirect\ndef h():\n    ${body.replaceAll('\n', '\n    ')}\n`;
const php = (body: string) => `<?php\nfunction h() {\n${body}\n}\n`;

test.each([
  ['joined below the root first', "fs.readFileSync(path.join('/srv', path.join('/', req.query.f)));"],
  ['normalised below the root first', "fs.readFileSync('/srv' + path.normalize('/' + req.query.f));"],
  [
    'searched for its folder at the start',
    "const p = path.resolve('/srv', req.query.f);\nif (p.indexOf('/srv/') !== 0) return;\nfs.readFileSync(p);",
  ],
  [
    'relative to its folder and not above it',
    "const p = path.resolve('/srv', req.query.f);\nif (path.relative('/srv', p).startsWith('..')) return;\nfs.readFileSync(p);",
  ],
])('JavaScript: a path that was %s is not reported', (_, body) => {
  expect(rules('a.js', node(body), 22, 23, 73)).toEqual([]);
});

test.each([
  ['normalised alone', "fs.readFileSync(path.normalize('/' + req.query.f));"],
  ['joined to its folder', "fs.readFileSync(path.join('/srv', req.query.f));"],
  [
    'searched for its folder anywhere',
    "const p = req.query.f;\nif (p.indexOf('/srv/') === -1) return;\nfs.readFileSync(p);",
  ],
  [
    'relative as it came',
    "const p = req.query.f;\nif (p.startsWith('..')) return;\nfs.readFileSync('/srv/' + p);",
  ],
])('JavaScript: a path that was only %s is reported', (_, body) => {
  expect(rules('a.js', node(body), 22, 23, 73)).not.toEqual([]);
});

test('a folder that is compared without its separator is reported by the rule about that, not as traversal', () => {
  const body =
    "const p = path.resolve('/srv/data', req.query.f);\nif (!p.startsWith('/srv/data')) return;\nfs.readFileSync(p);";
  expect(rules('a.js', node(body), 22, 23)).toEqual(['javascript-partial-path-check medium']);
  const python =
    "p = os.path.realpath(os.path.join('/srv/data', request.args['f']))\nif not p.startswith('/srv/data'):\n    return\nopen(p)";
  expect(rules('a.py', flask(python), 22, 23)).toEqual(['python-partial-path-check medium']);
});

test.each([
  [
    'is_relative_to',
    "p = Path('/srv', request.args['f']).resolve()\nif not p.is_relative_to('/srv'):\n    return\nopen(p)",
  ],
  [
    'parents',
    "p = Path('/srv', request.args['f']).resolve()\nif Path('/srv') not in p.parents:\n    return\nopen(p)",
  ],
  [
    'commonpath',
    "p = os.path.abspath(os.path.join('/srv', request.args['f']))\nif os.path.commonpath(['/srv', p]) != '/srv':\n    return\nopen(p)",
  ],
])('Python: %s of a resolved path proves that it is inside', (_, body) => {
  expect(rules('a.py', flask(body), 22, 23)).toEqual([]);
});

test.each([
  [
    'is_relative_to',
    "p = Path('/srv', request.args['f'])\nif not p.is_relative_to('/srv'):\n    return\nopen(p)",
  ],
  ['an assertion', "p = os.path.realpath(request.args['f'])\nassert p.startswith('/srv/')\nopen(p)"],
])('Python: %s of a path as it came proves nothing', (_, body) => {
  expect(rules('a.py', flask(body), 22, 23)).not.toEqual([]);
});

test('PHP: a resolved path that is searched for its folder at the start is inside', () => {
  const check = (test: string) =>
    php(`$p = realpath('/srv/' . $_GET['f']);\nif (${test}) { exit; }\nreadfile($p);`);
  expect(rules('a.php', check("strpos($p, '/srv/') !== 0"), 22, 23)).toEqual([]);
  expect(rules('a.php', check("strpos($p, '/srv/') === 0"), 22, 23)).not.toEqual([]);
});

test('a redirect to this host is not reported, however the host is compared', () => {
  const python =
    "to = request.args['to']\nif urlparse(to).netloc != request.host:\n    return\nreturn redirect(to)";
  expect(rules('a.py', flask(python), 601)).toEqual([]);
  expect(rules('a.py', flask("return redirect(request.args['to'])"), 601)).not.toEqual([]);
});

test.each([
  ["to.startsWith('/') && !to.startsWith('//') && !to.includes('\\\\')", []],
  ["to.startsWith('/') && !to.startsWith('//')", ['javascript-open-redirect low']],
  ["to.startsWith('/')", ['javascript-open-redirect high']],
  ["to.startsWith('https://example.org/')", []],
  ["to.startsWith('https://example.org')", ['javascript-open-redirect high']],
  ["to.startsWith('https://')", ['javascript-open-redirect high']],
])('JavaScript: a target for which %s gives %j', (test, expected) => {
  const body = `const to = req.query.to;\nif (${test}) res.redirect(to);`;
  const found = rules('a.js', node(body), 601).filter((rule) => rule.includes('redirect'));
  expect(found).toEqual(expected);
});
