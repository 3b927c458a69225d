import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Severities of the ways from a source that a rule finds in a few files. */
async function found(files: Record<string, string>, rule: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const run = "const { exec } = require('child_process');\n";

test.each([
  ['an argument that is called so', `${run}function f(req) { exec(req.query.c); }\n`, 'medium'],
  ['the same next to an answer', `${run}function f(req, res) { exec(req.query.c); }\n`, 'critical'],
  [
    'the same next to an error and an answer',
    `${run}exports.f = (err, req, res, next) => { exec(req.query.c); };\n`,
    'critical',
  ],
  [
    'the same where a framework is imported',
    `${run}const express = require('express');\nfunction f(req) { exec(req.query.c); }\n`,
    'critical',
  ],
])('JavaScript: %s', async (_, text, severity) => {
  expect(await found({ 'a.js': text }, 'javascript-command-injection')).toEqual([severity]);
});

test('TypeScript: who writes down what an object has describes one of the own, whatever is imported', async () => {
  const client = (type: string) =>
    `import { exec } from 'child_process';\nimport http, { type IncomingMessage } from 'http';\nexport function f(req: ${type}) { exec(req.url); }\n`;
  const rule = 'javascript-command-injection';
  expect(await found({ 'a.ts': client('{ url: string }') }, rule)).not.toContain('critical');
  expect(await found({ 'a.ts': client('IncomingMessage') }, rule)).toEqual(['critical']);
});

test.each([
  ['python', 'a.py', 'import os\n', 'def f(request):\n    os.system(request.GET["c"])\n', 'medium'],
  [
    'python',
    'a.py',
    'import os\nfrom django.http import HttpResponse\n',
    'def f(request):\n    os.system(request.GET["c"])\n',
    'critical',
  ],
  [
    'php',
    'a.php',
    '<?php\nuse Illuminate\\Http\\Request;\n',
    'function f(Request $request) { system($request->input("c")); }\n',
    'critical',
  ],
])(
  '%s: a request by its name in %s is as severe as what is imported (%#)',
  async (language, path, head, body, severity) => {
    expect(await found({ [path]: head + body }, `${language}-command-injection`)).toEqual([severity]);
  },
);

const php = (body: string) => `<?php\nclass Page {\n  private $table;\n  ${body}\n}\n`;

test('what an object has carried into another of its methods is at most medium, what a method is given is not', async () => {
  const rule = 'php-sql-injection';
  const query = (part: string) => `(new mysqli('h'))->query("select * from a where n = '" . ${part} . "'");`;
  const kept = php(
    `function open() { $this->table = $_GET['t']; $this->show(); }\n  function show() { ${query('$this->table')} }`,
  );
  expect(await found({ 'a.php': kept }, rule)).not.toContain('high');
  const given = php(`function open() { $this->show($_GET['t']); }\n  function show($t) { ${query('$t')} }`);
  expect(await found({ 'a.php': given }, rule)).toContain('high');
});

test('a statement is at most medium where a condition of the function that makes it has looked at the data', async () => {
  const web =
    'package web\n\nimport (\n\t"net/http"\n\t"shop/store"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) { store.List(r.FormValue("o")) }\n';
  const store = (body: string) =>
    `package store\n\nimport "database/sql"\n\nvar db *sql.DB\n\nfunc List(order string) {\n${body}\tdb.Query("select * from t order by " + order)\n}\n`;
  const files = (body: string) => ({ 'store/a.go': store(body), 'web/a.go': web, 'go.mod': 'module shop\n' });
  const checked = files('\tif !isColumn(order) {\n\t\torder = "id"\n\t}\n');
  expect(await found(checked, 'go-sql-injection')).not.toContain('high');
  expect(await found(files(''), 'go-sql-injection')).toEqual(['high']);
});

test('what a controller of the console is given comes from whoever starts it', async () => {
  const controller = (used: string) =>
    `<?php\nnamespace app\\controllers;\nuse ${used};\nclass FilesController extends Controller {\n  public function actionShow($name) {\n    file_put_contents('/srv/' . $name, 'a');\n  }\n}\n`;
  const rule = 'php-path-traversal';
  expect(await found({ 'a.php': controller('yii\\web\\Controller') }, rule)).toEqual(['high']);
  expect(await found({ 'a.php': controller('yii\\console\\Controller') }, rule)).not.toContain('high');
});
test.each([
  ["const { ipcMain } = require('electron');\nipcMain.handle('a', (event, name) => {", 'medium'],
  ["const app = require('express')();\napp.get('/', ({ query: { name } }, res) => {", 'critical'],
])('what the window of a desktop program sends is at most medium (%#)', async (head, severity) => {
  const text = `const { exec } = require('child_process');\n${head}\n  exec('ls ' + name);\n});\n`;
  expect(await found({ 'a.js': text }, 'javascript-command-injection')).toEqual([severity]);
});

test.each([
  ['event', true],
  ['argv', false],
  ['options', false],
])('what a function called handler is given as %s', async (name, isLoud) => {
  const text = `const fs = require('fs');\nconst handler = async (${name}) => {\n  fs.writeFileSync('/srv/' + ${name}.path, 'a');\n};\nmodule.exports = { command: 'import', handler };\n`;
  const severities = await found({ 'a.js': text }, 'javascript-path-traversal');
  expect(severities.includes('high')).toBe(isLoud);
});
