import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'a.go', 'a.rb', 'a.php', 'A.java']);

/** The rules of these weaknesses that a program is reported for, at medium and above. */
function rules(path: string, text: string, ...cwes: number[]): string[] {
  return scan({ [path]: text })
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

const java = (body: string) =>
  `import java.io.*;\nimport java.nio.file.*;\nimport javax.servlet.http.*;\nclass A extends HttpServlet {\n  protected void doGet(HttpServletRequest req, HttpServletResponse res) throws IOException {\n    String f = req.getParameter("f");\n    ${body}\n  }\n}\n`;

test.each([
  [
    'a.js',
    node(
      "let f = req.query.f;\nwhile (f.indexOf('..') >= 0) f = f.replace('..', '');\nfs.readFileSync('/srv/' + f);",
    ),
  ],
  [
    'a.js',
    node(
      "let f = req.query.f;\nwhile (f.includes('..')) { f = f.replace('..', ''); }\nfs.readFileSync('/srv/' + f);",
    ),
  ],
  ['a.py', flask("f = request.args['f']\nwhile '..' in f:\n    f = f.replace('..', '')\nopen('/srv/' + f)")],
  [
    'A.java',
    java('while (f.contains("..")) { f = f.replace("..", ""); }\n    new FileInputStream("/srv/" + f);'),
  ],
  [
    'a.php',
    php(
      "$f = $_GET['f'];\nwhile (strpos($f, '..') !== false) { $f = str_replace('..', '', $f); }\nreadfile('/srv/' . $f);",
    ),
  ],
])('%s: behind a loop its condition no longer holds', (path, text) => {
  expect(rules(path, text, 22, 23, 73).filter((rule) => rule.includes('path'))).toEqual([]);
});

test.each([
  [
    'a.js',
    node(
      "let f = req.query.f;\nwhile (f.indexOf('..').length > 0) f = f.replace('..', '');\nfs.readFileSync('/srv/' + f);",
    ),
  ],
  [
    'a.js',
    node(
      "let f = req.query.f;\nwhile (f.includes('..')) { if (f.length > 9) break; f = f.replace('..', ''); }\nfs.readFileSync('/srv/' + f);",
    ),
  ],
  ['a.py', flask("f = request.args['f']\nwhile '..' in f:\n    break\nopen('/srv/' + f)")],
  ['A.java', java('while (f.contains("..")) { break; }\n    new FileInputStream("/srv/" + f);')],
])('%s: a loop that says something else, or is left early, proves nothing', (path, text) => {
  expect(rules(path, text, 22, 23, 73)).not.toEqual([]);
});

test('a value that equals one of the program is that one', () => {
  const js = (test: string) => node(`const f = path.resolve(req.query.f);\nif (${test}) fs.readFileSync(f);`);
  expect(rules('a.js', js('f === app.configFile'), 22, 23)).toEqual([]);
  expect(rules('a.js', js('f !== app.configFile'), 22, 23)).not.toEqual([]);
  expect(rules('a.js', js('f === req.query.g'), 22, 23)).not.toEqual([]);
  const python = (test: string) => flask(`f = request.args['f']\nif ${test}:\n    open(f)`);
  expect(rules('a.py', python('f == settings.config_file'), 22, 23)).toEqual([]);
  expect(rules('a.py', python('f != settings.config_file'), 22, 23)).not.toEqual([]);
});

test('what is put into a text of its own can no longer be an object', () => {
  const js = (value: string) =>
    `const mongo = require('./mongo');\nexports.h = async function h(req, res) {\n  await mongo.db.collection('u').findOne({ token: ${value} });\n};\n`;
  expect(rules('a.js', js('req.query.token'), 943)).not.toEqual([]);
  for (const value of ['`${req.query.token}`', "'' + req.query.token", 'String(req.query.token)'])
    expect(rules('a.js', js(value), 943)).toEqual([]);
});

test('what is neither written with dots nor climbs when it is cleaned stays inside, also in a function of its own', () => {
  const program = (test: string) =>
    `import org.springframework.util.StringUtils;\n${java(
      'if (isInvalid(f)) { return; }\n    new FileInputStream("/srv/" + f);',
    ).replace(
      'class A extends HttpServlet {',
      `class A extends HttpServlet {\n  private boolean isInvalid(String path) {\n    if (${test}) { return true; }\n    return false;\n  }`,
    )}`;
  const both = 'path.contains("..") && StringUtils.cleanPath(path).contains("../")';
  expect(rules('A.java', program(both), 22, 23)).toEqual([]);
  expect(rules('A.java', program('path.contains("..") && path.contains("WEB-INF")'), 22, 23)).not.toEqual([]);
});

test('what a signature was checked of is what this program gave out', () => {
  const python = (value: string) =>
    `from flask import request, redirect\nfrom itsdangerous import URLSafeSerializer\nsigner = URLSafeSerializer(key)\ndef h():\n    return redirect(${value})\n`;
  expect(rules('a.py', python("signer.loads(request.args['to'])"), 601)).toEqual([]);
  expect(rules('a.py', python("signer.dumps(request.args['to'])"), 601)).not.toEqual([]);
});
