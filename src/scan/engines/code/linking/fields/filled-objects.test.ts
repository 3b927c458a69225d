import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** The lines of the first file at which a statement is built from what was sent. */
async function linesOf(files: Record<string, string>): Promise<number[]> {
  const [first] = Object.keys(files);
  const findings = await findingsIn(files);
  return findings
    .filter(({ file, cwe, severity, trace }) => {
      const isSent = trace?.[0]?.file === first;
      return file === first && isSent && cwe.includes('CWE-89') && severity !== 'low' && severity !== 'info';
    })
    .map(({ startLine }) => startLine);
}

describe('Python', () => {
  const box =
    'class Box:\n    def put(self, q):\n        self.q = q\n    def note(self, q):\n        print(q)\n    def number(self, q):\n        self.q = int(q)\n    def take(self):\n        return self.q\n    def other(self):\n        return self.name\ndef fill(box, q):\n    box.q = q\ndef swap(box, q):\n    box = Box()\n    box.q = q\ndef loop(box, q):\n    for box in (Box(), Box()):\n        box.q = q\ndef pair(box, q):\n    box, other = Box(), 1\n    box.q = q\n';
  const app = (body: string) =>
    `import sqlite3\nfrom flask import Flask, request\nfrom box import Box, fill, swap, loop, pair\napp = Flask(__name__)\ndb = sqlite3.connect('x')\n@app.route('/')\ndef show():\n    box = Box()\n${body}\n`;
  const find = (body: string) => linesOf({ 'app.py': app(body), 'box.py': box });

  test('what a method of another file put into its object comes out of another method', async () => {
    const put = "    box.put(request.args['q'])\n";
    expect(await find(`${put}    db.execute("select * from t where a='%s'" % box.take())`)).toEqual([10]);
    expect(await find(`${put}    db.execute("select * from t where a='%s'" % box.q)`)).toEqual([10]);
  });

  test('it does not come out of other fields', async () => {
    const put = "    box.put(request.args['q'])\n";
    expect(await find(`${put}    db.execute("select * from t where a='%s'" % box.other())`)).toEqual([]);
    expect(await find(`${put}    db.execute("select * from t where a='%s'" % box.name)`)).toEqual([]);
  });

  test.each(['note', 'number', 'missing'])('%s puts nothing harmful there', async (method) => {
    const call = `    box.${method}(request.args['q'])\n`;
    expect(await find(`${call}    db.execute("select * from t where a='%s'" % box.take())`)).toEqual([]);
  });

  test('a function of another file fills the object that it is given', async () => {
    const call = (name: string) => `    ${name}(box, request.args['q'])\n`;
    const query = `    db.execute("select * from t where a='%s'" % box.q)`;
    expect(await find(call('fill') + query)).toEqual([10]);
    // They put it into objects of their own.
    for (const name of ['swap', 'loop', 'pair']) expect(await find(call(name) + query)).toEqual([]);
  });
});

describe('Java', () => {
  const box =
    'package a;\npublic class Box {\n  private String held;\n  private String name;\n  public void keep(String q) { this.held = q; }\n  public void keepNumber(String q) { this.held = String.valueOf(Integer.parseInt(q)); }\n  public String give() { return held; }\n  public String other() { return name; }\n}\n';
  const util =
    'package a;\npublic class Util {\n  static void add(StringBuilder to, String q) { to.append(q); }\n  static void keep(Box box, String q) { box.keep(q); }\n  static void look(Box box, String q) { System.out.println(q); }\n}\n';
  const find = (body: string) =>
    linesOf({
      'A.java': `package a;\nimport java.sql.*;\nimport javax.servlet.http.*;\npublic class A extends HttpServlet {\n  private Statement st;\n  public void doGet(HttpServletRequest r, HttpServletResponse s) throws Exception {\n    String q = r.getParameter("q");\n    Box box = new Box();\n    StringBuilder sql = new StringBuilder("select ");\n${body}\n  }\n}\n`,
      'Box.java': box,
      'Util.java': util,
    });

  test.each([
    ['box.keep(q);\nst.executeQuery("select " + box.give());', [11]],
    ['Util.keep(box, q);\nst.executeQuery("select " + box.give());', [11]],
    ['Util.add(sql, q);\nst.executeQuery(sql.toString());', [11]],
    ['box.keep(q);\nst.executeQuery("select " + box.other());', []],
    ['box.keepNumber(q);\nst.executeQuery("select " + box.give());', []],
    ['Util.look(box, q);\nst.executeQuery("select " + box.give());', []],
  ])('%s', async (body, lines) => {
    expect(await find(body)).toEqual(lines);
  });
});

describe('JavaScript', () => {
  const box =
    'class Box {\n  put(q) { this.q = q; }\n  take() { return this.q; }\n  other() { return this.name; }\n}\nmodule.exports = { Box, fill(box, q) { box.q = q; }, print(box, q) { console.log(q); } };\n';
  const find = (body: string) =>
    linesOf({
      'app.js': `const app = require('express')();\nconst { Pool } = require('pg');\nconst { Box, fill, print } = require('./box');\nconst db = new Pool();\napp.get('/', (req, res) => {\nconst box = new Box();\n${body}\n});\n`,
      'box.js': box,
    });

  test.each([
    ["box.put(req.query.q);\ndb.query('select ' + box.take());", [8]],
    ["fill(box, req.query.q);\ndb.query('select ' + box.take());", [8]],
    ["box.put(req.query.q);\ndb.query('select ' + box.other());", []],
    ["print(box, req.query.q);\ndb.query('select ' + box.take());", []],
  ])('%s', async (body, lines) => {
    expect(await find(body)).toEqual(lines);
  });
});

describe('PHP', () => {
  const box =
    '<?php\nclass Box {\n  private $q;\n  public function put($q) { $this->q = $q; }\n  public function take() { return $this->q; }\n  public static function fill(array &$to, $q) { $to["q"] = $q; }\n  public static function copy(array $to, $q) { $to["q"] = $q; }\n}\n';
  const find = (body: string) =>
    linesOf({
      'app.php': `<?php\nrequire 'Box.php';\n$box = new Box();\n$all = [];\n${body}\n`,
      'Box.php': box,
    });

  test.each([
    ['$box->put($_GET["q"]);\nmysqli_query($db, "select " . $box->take());', [6]],
    ['Box::fill($all, $_GET["q"]);\nmysqli_query($db, "select " . $all["q"]);', [6]],
    // An array that is no reference is a copy.
    ['Box::copy($all, $_GET["q"]);\nmysqli_query($db, "select " . $all["q"]);', []],
  ])('%s', async (body, lines) => {
    expect(await find(body)).toEqual(lines);
  });
});

test('what a call may have put there makes no finding more severe as long as nobody knows of it', async () => {
  const severities = async (call: string) => {
    const text = `import sqlite3\nfrom shop import rules, notes\ndb = sqlite3.connect('x')\ndef show(box, other):\n    if not rules.is_allowed(box):\n        return\n${call}    db.execute("select * from t where a='%s'" % box)\n`;
    const findings = await findingsIn({ 'a.py': text });
    return findings.filter(({ cwe }) => cwe.includes('CWE-89')).map(({ severity }) => severity);
  };
  expect(await severities('')).toEqual(['low']);
  expect(await severities('    notes.look(box, other)\n')).toEqual(['low']);
});

test('what one method was given does not reach another one as its own argument', async () => {
  const findings = await findingsIn({
    'box.js':
      "const { Pool } = require('pg');\nconst db = new Pool();\nclass Box {\n  constructor() { this.list = []; }\n  add(q) { this.list.push(q); }\n  run(count) { db.query('select ' + this.list.join(',')); }\n}\nmodule.exports = { Box };\n",
    'app.js':
      "const app = require('express')();\nconst { Box } = require('./box');\napp.get('/', (req, res) => { new Box().run(req.query.count); });\n",
  });
  expect(findings.filter(({ trace }) => trace?.some(({ file }) => file === 'app.js'))).toEqual([]);
});
