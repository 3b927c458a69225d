import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Severities of what a rule finds in a few files. */
async function found(files: Record<string, string>, rule: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const expressApp = (head: string, body: string) =>
  `const express = require('express');\nconst fs = require('fs');\nconst db = require('mysql').createConnection({});\n${head}\nexpress().get('/', (req, res) => {\n  const c = req.query.c;\n${body}\n});\n`;
const ordered = "  db.query('SELECT * FROM t ORDER BY ' + c);";

test('JavaScript: a list, a set or a map that another module exports, and none that it fills later', async () => {
  const rule = 'javascript-sql-injection';
  const app = (head: string, test: string) => expressApp(head, `  if (${test}) return;\n${ordered}`);
  const listed = app("const { COLUMNS } = require('./columns');", '!COLUMNS.includes(c)');
  expect(await found({ 'columns.js': "exports.COLUMNS = ['a', 'b'];\n", 'a.js': listed }, rule)).toEqual([]);
  expect(await found({ 'columns.js': "export const COLUMNS = ['a', 'b'];\n", 'a.js': listed }, rule)).toEqual(
    [],
  );
  expect(await found({ 'columns.js': 'exports.COLUMNS = [];\n', 'a.js': listed }, rule)).toEqual(['medium']);
  expect(
    await found({ 'columns.js': 'exports.COLUMNS = read(process.argv[2]);\n', 'a.js': listed }, rule),
  ).toEqual(['medium']);
  const refused = app("const { COLUMNS } = require('./columns');", 'COLUMNS.includes(c)');
  expect(await found({ 'columns.js': "exports.COLUMNS = ['a', 'b'];\n", 'a.js': refused }, rule)).toEqual([
    'medium',
  ]);
  const map = app("const map = require('./columns');", '!Object.hasOwn(map, c)');
  expect(await found({ 'columns.js': "module.exports = { a: 'x' };\n", 'a.js': map }, rule)).toEqual([]);
  expect(await found({ 'a.js': map }, rule)).toEqual(['medium']);
});

test('JavaScript: a function of another module that says whether a path is inside, and one that says nothing', async () => {
  const rule = 'javascript-path-traversal';
  const app = (test: string) =>
    expressApp(
      "const path = require('path');\nconst { isBelow } = require('./paths');",
      `  if (${test}) return;\n  fs.readFileSync(path.join('/srv', c));`,
    );
  const paths = (returned: string) =>
    `const path = require('path');\nexports.isBelow = (root, name) => {\n  const full = path.resolve(root, name);\n  return ${returned};\n};\n`;
  const inside = paths('full.startsWith(root + path.sep)');
  const good = { 'paths.js': inside, 'a.js': app("!isBelow('/srv', c)") };
  expect(await found(good, rule)).toEqual([]);
  expect(await found({ ...good, 'a.js': app("isBelow('/srv', c)") }, rule)).not.toEqual([]);
  expect(await found({ ...good, 'paths.js': paths('full.length > 3') }, rule)).not.toEqual([]);
});

test('Python: tuples and dictionaries of other modules, named arguments, and functions that raise', async () => {
  const rule = 'python-sql-injection';
  const app = (head: string, test: string) =>
    `from flask import Flask, request\nimport sqlite3\n${head}\napp = Flask(__name__)\ndb = sqlite3.connect('x')\n\n@app.route('/')\ndef index():\n    c = request.args.get('c')\n    ${test}\n    return str(db.execute('SELECT * FROM t ORDER BY ' + c))\n`;
  const columns = "COLUMNS = ('a', 'b')\nTYPES = {'a': 1}\n";
  const withColumns = (head: string, test: string) =>
    found({ 'columns.py': columns, 'a.py': app(head, test) }, rule);
  expect(await withColumns('from columns import COLUMNS', "if c not in COLUMNS: return 'no'")).toEqual([]);
  expect(await withColumns('import columns', "if c not in columns.TYPES: return 'no'")).toEqual([]);
  expect(await withColumns('import columns', "if c not in columns.TYPES.keys(): return 'no'")).toEqual([]);
  expect(await withColumns('import columns', "if c in columns.TYPES: return 'no'")).toEqual(['medium']);
  expect(await withColumns('import columns', "if c not in columns.OTHERS: return 'no'")).not.toEqual([]);
  const checks =
    "import re\n\ndef check_column(table, name):\n    if not re.fullmatch(r'[a-z]+', name):\n        raise ValueError(name)\n";
  const withChecks = (test: string) =>
    found({ 'checks.py': checks, 'a.py': app('from checks import check_column', test) }, rule);
  expect(await withChecks("check_column('t', c)")).toEqual([]);
  expect(await withChecks("check_column('t', name=c)")).toEqual([]);
  expect(await withChecks("check_column(c, 't')")).toEqual(['medium']);
});

test('Go: maps of another package and of another file of the same one, and functions that give an error', async () => {
  const rule = 'go-sql-injection';
  const app = (imports: string, test: string) =>
    `package web\n\nimport (\n\t"database/sql"\n\t"net/http"\n${imports})\n\nvar conn *sql.DB\n\nfunc list(w http.ResponseWriter, r *http.Request) {\n\tc := r.FormValue("c")\n\tif ${test} {\n\t\treturn\n\t}\n\tconn.Query("SELECT * FROM t ORDER BY " + c)\n}\n`;
  const model = 'package model\n\nvar Columns = map[string]bool{"a": true, "b": true}\n';
  const imported = '\t"example.org/app/model"\n';
  const withModel = (test: string) =>
    found({ 'model/columns.go': model, 'web/a.go': app(imported, test) }, rule);
  expect(await withModel('!model.Columns[c]')).toEqual([]);
  expect(await withModel('_, ok := model.Columns[c]; !ok')).toEqual([]);
  expect(await withModel('_, ok := model.Columns[c]; ok')).toEqual(['medium']);
  const own = 'package web\n\nvar columns = map[string]string{"a": "x"}\n';
  const same = app('', '_, ok := columns[c]; !ok');
  expect(await found({ 'web/columns.go': own, 'web/a.go': same }, rule)).toEqual([]);
  expect(await found({ 'other/columns.go': own, 'web/a.go': same }, rule)).not.toEqual([]);
  const check = (pattern: string) =>
    `package model\n\nimport (\n\t"errors"\n\t"regexp"\n)\n\nvar plain = regexp.MustCompile(\`${pattern}\`)\n\nfunc Check(name string) error {\n\tif !plain.MatchString(name) {\n\t\treturn errors.New("bad")\n\t}\n\treturn nil\n}\n`;
  const checked = app(imported, 'err := model.Check(c); err != nil');
  expect(await found({ 'model/check.go': check('^[a-z]+$'), 'web/a.go': checked }, rule)).toEqual([]);
  expect(await found({ 'model/check.go': check('[a-z]+'), 'web/a.go': checked }, rule)).not.toEqual([]);
});

test('Java, PHP and Ruby: constants of a class in another file', async () => {
  const java = (test: string) =>
    `package app;\nimport java.sql.*;\nimport javax.servlet.http.*;\npublic class A extends HttpServlet {\n  Connection c;\n  protected void doGet(HttpServletRequest req, HttpServletResponse res) throws Exception {\n    String s = req.getParameter("s");\n    if (${test}) return;\n    c.createStatement().executeQuery("SELECT * FROM t ORDER BY " + s);\n  }\n}\n`;
  const columns =
    'package app;\nimport java.util.*;\npublic class Columns {\n  public static final Set<String> ALL = Set.of("a", "b");\n}\n';
  const inJava = (test: string) =>
    found({ 'app/Columns.java': columns, 'app/A.java': java(test) }, 'java-sql-injection');
  expect(await inJava('!Columns.ALL.contains(s)')).toEqual([]);
  expect(await inJava('Columns.ALL.contains(s)')).not.toEqual([]);
  const php = {
    'Cols.php': "<?php\nclass Cols { const ALL = ['a', 'b']; }\n",
    'a.php':
      "<?php\nrequire 'Cols.php';\n$c = $_GET['c'];\nif (!in_array($c, Cols::ALL)) exit;\nmysqli_query($db, \"SELECT * FROM t ORDER BY \" . $c);\n",
  };
  expect(await found(php, 'php-sql-injection')).toEqual([]);
  expect(await found({ 'a.php': php['a.php'] }, 'php-sql-injection')).not.toEqual([]);
  const ruby = {
    'app/models/sorting.rb': 'module Sorting\n  COLUMNS = %w[name age].freeze\nend\n',
    'app/controllers/a_controller.rb':
      'class AController < ApplicationController\n  def index\n    c = params[:order]\n    return head(400) unless Sorting::COLUMNS.include?(c)\n    User.order("#{c} asc")\n  end\nend\n',
  };
  expect(await found(ruby, 'ruby-sql-injection')).toEqual([]);
  const two = { ...ruby, 'app/models/other.rb': 'module Other\n  COLUMNS = %w[x y].freeze\nend\n' };
  expect(await found(two, 'ruby-sql-injection')).not.toEqual([]);
});

test('of two ways to one place, one of which has passed the test, the other one is reported', async () => {
  const body = (test: string) =>
    expressApp(
      "const { COLUMNS } = require('./columns');",
      `  let d = 'a';\n${test}\n  db.query('SELECT * FROM t ORDER BY ' + d);`,
    );
  const columns = "exports.COLUMNS = ['a', 'b'];\n";
  const rule = 'javascript-sql-injection';
  const one = body('  if (COLUMNS.includes(c)) d = c;');
  expect(await found({ 'columns.js': columns, 'a.js': one }, rule)).toEqual([]);
  const both = body('  if (COLUMNS.includes(c)) d = c;\n  else if (req.query.raw) d = req.query.d;');
  expect(await found({ 'columns.js': columns, 'a.js': both }, rule)).not.toEqual([]);
});
