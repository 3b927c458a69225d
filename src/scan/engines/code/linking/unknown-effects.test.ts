import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Rules and severities of what is found in a few files, without what no flow is known of. */
async function found(files: Record<string, string>, rule: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const route = (body: string) =>
  `from flask import Flask, send_file\nfrom shop.context import shelf\napp = Flask(__name__)\n@app.route('/<path:name>')\ndef show(name):\n${body}`;

test('what a function of which nothing is known gives for a name is at most medium', async () => {
  const looked = route('    book = shelf.books.find_book(name)\n    return send_file(book.folder)\n');
  expect(await found({ 'app.py': looked }, 'python-path-traversal')).toEqual(['medium']);
  const direct = route("    return send_file('/srv/' + name)\n");
  expect(await found({ 'app.py': direct }, 'python-path-traversal')).toEqual(['high']);
});

test('what a method of an object that no model knows gives for a name is at most medium, also in one file', async () => {
  const looked = route('    book = g.shop.find_book(name)\n    return send_file(book.folder)\n').replace(
    'Flask, ',
    'Flask, g, ',
  );
  expect(await found({ 'app.py': looked }, 'python-path-traversal')).toEqual(['medium']);
  const made = route("    return send_file(g.shop.join_path('/srv', name))\n").replace(
    'Flask, ',
    'Flask, g, ',
  );
  // Its name says that it makes a text; a name proves nothing.
  expect(await found({ 'app.py': made }, 'python-path-traversal')).toEqual(['medium']);
});

test('a plain call in Ruby is one of a method that may give anything', async () => {
  const app = (body: string) => `require 'sinatra'\nget '/' do\n  ${body}\nend\n`;
  const rule = 'ruby-command-injection';
  expect(await found({ 'app.rb': app("system('du ' + size_of(params[:key]))") }, rule)).toEqual(['medium']);
  expect(await found({ 'app.rb': app("system('du ' + to_text(params[:key]))") }, rule)).toEqual(['medium']);
  expect(await found({ 'app.rb': app("system('du ' + params[:key].strip)") }, rule)).toEqual(['critical']);
});

test('an object that a builder filled is at most medium where nobody knows which of its fields is used', async () => {
  const store =
    'package store\n\nimport "database/sql"\n\ntype Query struct {\n\tdb *sql.DB\n\targs []any\n\tconditions []string\n}\n\nfunc New(db *sql.DB) *Query { return &Query{db: db} }\n\nfunc (q *Query) With(name string) *Query {\n\tq.conditions = append(q.conditions, "name = ?")\n\tq.args = append(q.args, name)\n\treturn q\n}\n\nfunc (q *Query) Rows() {\n\tq.db.Query("select * from t where " + q.where(), q.args...)\n}\n\nfunc (q *Query) where() string { return q.conditions[0] }\n';
  const web =
    'package web\n\nimport (\n\t"net/http"\n\t"shop/store"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tstore.New(nil).With(r.FormValue("n")).Rows()\n}\n';
  const files = { 'store/store.go': store, 'web/web.go': web, 'go.mod': 'module shop\n' };
  expect(await found(files, 'go-sql-injection')).not.toContain('high');
  const direct = web.replace('store.New(nil).With(r.FormValue("n")).Rows()', 'store.Run(r.FormValue("n"))');
  const run = `${store}\nfunc Run(name string) {\n\tvar db *sql.DB\n\tdb.Query("select * from t where n = '" + name + "'")\n}\n`;
  expect(
    await found(
      { 'store/store.go': run, 'web/web.go': direct, 'go.mod': 'module shop\n' },
      'go-sql-injection',
    ),
  ).toContain('high');
});

test('a part of the request that a middleware sets itself is at most medium for the handlers behind it', async () => {
  const app = (middleware: string) =>
    `package web\n\nimport (\n\t"net/http"\n\t"os/exec"\n\t"github.com/gorilla/mux"\n)\n\nfunc with(next http.Handler) http.Handler {\n\treturn http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n\t\tvars := mux.Vars(r)\n\t\t${middleware}\n\t\tnext.ServeHTTP(w, mux.SetURLVars(r, vars))\n\t})\n}\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\texec.Command("sh", "-c", mux.Vars(r)["dir"])\n}\n`;
  const rule = 'go-command-injection';
  expect(await found({ 'web.go': app('vars["dir"] = folderOf(r)') }, rule)).toEqual(['medium']);
  expect(await found({ 'web.go': app('vars["other"] = folderOf(r)') }, rule)).toEqual(['critical']);
  expect(await found({ 'web.go': app('vars["dir"] = strings.TrimSpace(vars["dir"])') }, rule)).toEqual([
    'critical',
  ]);
});

test.each([
  [
    'is one of a collection of which nothing is known',
    "name in shop.options['files'] and send_file('/srv/' + name)",
    'medium',
  ],
  ['is not one of it', "name not in shop.options['files'] and send_file('/srv/' + name)", 'medium'],
  ['is one of what is refused', "name in shop.options['blocked'] and send_file('/srv/' + name)", 'medium'],
  ['was not asked', "name and send_file('/srv/' + name)", 'high'],
])('what %s is as severe as that says', async (_, use, severity) => {
  const app = route(`    if ${use.replace(' and ', ':\n        return ')}\n`);
  expect(await found({ 'app.py': app }, 'python-path-traversal')).toEqual([severity]);
});

test('a function that is known to hand a text on changes nothing', async () => {
  const files = {
    'app.py': route('    return send_file(shelf.path_of(name))\n'),
    'shop/context.py':
      'class Shelf:\n    def path_of(self, name):\n        return "/srv/" + name\nshelf = Shelf()\n',
  };
  expect(await found(files, 'python-path-traversal')).not.toContain('critical');
  const helper =
    "from flask import Flask, send_file\nfrom shop.paths import path_of\napp = Flask(__name__)\n@app.route('/<path:name>')\ndef show(name):\n    return send_file(path_of(name))\n";
  const paths = 'def path_of(name):\n    return "/srv/" + name\n';
  expect(await found({ 'app.py': helper, 'shop/paths.py': paths }, 'python-path-traversal')).toEqual([
    'medium',
  ]);
});

test('a table that is asked with a default gives what it holds, or the default', async () => {
  const held = route('    return send_file(table.get(name, None))\n').replace('@app', 'table = load()\n@app');
  expect(await found({ 'app.py': held }, 'python-path-traversal')).toEqual([]);
  const given = route('    return send_file(table.get(1, name))\n').replace('@app', 'table = load()\n@app');
  expect(await found({ 'app.py': given }, 'python-path-traversal')).toEqual(['high']);
});

test('certificates that are left unchecked on request are medium, and high where they always are', async () => {
  const client = (body: string) =>
    `import io.netty.handler.ssl.util.InsecureTrustManagerFactory;\nclass C {\n  Object verifier(boolean isLax) {\n${body}\n    return null;\n  }\n}\n`;
  const always = client('    Object v = InsecureTrustManagerFactory.INSTANCE;');
  expect(await found({ 'C.java': always }, 'java-tls-verification-off')).toEqual(['high']);
  const asked = client('    if (isLax) { Object v = InsecureTrustManagerFactory.INSTANCE; }');
  expect(await found({ 'C.java': asked }, 'java-tls-verification-off')).toEqual(['medium']);
});

test('of an object that another file gives, only the field that is used is followed', async () => {
  const lib = `function where(given) { return 'and a = ' + given.column; }\nfunction parse(given) { return { where: where(given), values: given.name }; }\nmodule.exports = { parse };\n`;
  const app = (field: string, given: string) =>
    `const { parse } = require('./lib');\nconst mysql = require('mysql2');\nexports.h = (req, res) => {\n  const parts = parse(${given});\n  mysql.createConnection().query('select * from t where 1=1 ' + parts.${field});\n};\n`;
  const severities = (field: string, given: string) =>
    found({ 'lib.js': lib, 'app.js': app(field, given) }, 'javascript-sql-injection');
  expect(await severities('values', '{ name: req.query.name }')).toContain('high');
  expect(await severities('where', '{ name: req.query.name }')).not.toContain('high');
  expect(await severities('where', '{ column: req.query.name }')).toContain('high');
});

test('a way through more than four files is at most medium, and names the functions that hand the data on', async () => {
  const files = (...names: string[]) => ({
    'app.js': `const { a } = require('./a');\nexports.h = (req, res) => a(req.query.x);\n`,
    ...Object.fromEntries(
      names.map((name, i) => {
        const next = names[i + 1];
        const body = next
          ? `const { ${next} } = require('./${next}');\nfunction ${name}(x) { return ${next}(x); }\nmodule.exports = { ${name} };\n`
          : `const mysql = require('mysql2');\nfunction ${name}(x) { mysql.createConnection().query('select ' + x); }\nmodule.exports = { ${name} };\n`;
        return [`${name}.js`, body];
      }),
    ),
  });
  expect(await found(files('a'), 'javascript-sql-injection')).toEqual(['high']);
  expect(await found(files('a', 'b', 'c'), 'javascript-sql-injection')).toEqual(['high']);
  expect(await found(files('a', 'b', 'c', 'd'), 'javascript-sql-injection')).toEqual(['medium']);
});

test('what a schema of another file let through is at most medium, what one of this file did stays as it is', async () => {
  const app = (schema: string) =>
    `const { z } = require('zod');\nconst mysql = require('mysql2');\n${schema}\nexports.h = (req, res) => {\n  const { data } = schema.safeParse(req.query);\n  mysql.createConnection().query('select ' + data.x);\n};\n`;
  const rule = 'javascript-sql-injection';
  expect(await found({ 'app.js': app("const { schema } = require('./schemas');") }, rule)).toEqual([
    'medium',
  ]);
  expect(await found({ 'app.js': app('const schema = z.object({ x: z.string() });') }, rule)).toEqual([
    'high',
  ]);
});

test('a URL is from outside where the text that it is made of is', async () => {
  const app = (text: string) =>
    `const mysql = require('mysql2');\nexports.h = (req, res) => {\n  const u = new URL(${text});\n  mysql.createConnection().query('select ' + u.searchParams.get('x'));\n};\n`;
  const rule = 'javascript-sql-injection';
  expect(await found({ 'app.js': app('process.env.DATABASE_URL') }, rule)).not.toContain('high');
  expect(await found({ 'app.js': app('req.url') }, rule)).toEqual(['high']);
});

test('a redirect to a host that equals one of the program is not reported', async () => {
  const app = (op: string) =>
    `class LoginController < ApplicationController\n  def go\n    to = URI.parse(params[:to])\n    if to.host ${op} Rails.application.domain\n      redirect_to to.to_s, allow_other_host: true\n    end\n  end\nend\n`;
  expect(await found({ 'app.rb': app('==') }, 'ruby-open-redirect')).toEqual([]);
  expect(await found({ 'app.rb': app('!=') }, 'ruby-open-redirect')).toEqual(['medium']);
});

test('a function of a view that gives a text is no view', async () => {
  const view = (type: string) =>
    `from django.http import HttpResponse\ndef part(request, target)${type}:\n    return HttpResponse(f'<p>{target}</p>')\n`;
  expect(await found({ 'shop/views/parts.py': view('') }, 'python-reflected-xss')).toEqual(['medium']);
  expect(await found({ 'shop/views/parts.py': view(' -> str') }, 'python-reflected-xss')).toEqual([]);
});

test.each([
  ['asset', 'medium'],
  ['authenticate', 'medium'],
  ['submit', 'medium'],
  ['as_text', 'high'],
  ['tolower', 'high'],
  ['gsub', 'high'],
])('whether an unknown function hands texts on is told by whole words: %s', async (name, severity) => {
  const app = route(`    return send_file('/srv/' + shelf.${name}(name))\n`);
  expect(await found({ 'app.py': app }, 'python-path-traversal')).toEqual([severity]);
});

test('what a method of a base class finds by data is at most medium', async () => {
  const controller = (view: string) =>
    `import org.springframework.stereotype.Controller;\nimport org.springframework.web.bind.annotation.*;\n@Controller\nclass Lists extends Base {\n  @GetMapping("/a")\n  public String list(@RequestParam String name) {\n    return ${view};\n  }\n}\n`;
  expect(await found({ 'Lists.java': controller('super.viewList(name)') }, 'java-view-name')).toEqual([
    'medium',
  ]);
  expect(await found({ 'Lists.java': controller('name') }, 'java-view-name')).toEqual(['medium']);
});

test('a class of the program that is called like one of a framework is looked up where no model knows the method', async () => {
  const page = `<?php\n$qs = array('a' => $_GET['a']);\n?>\n<a href="?<?php echo Http::link($qs); ?>">b</a>\n`;
  const own = (body: string) =>
    `<?php\nclass Http {\n  static function link($vars) {\n    return ${body};\n  }\n}\n`;
  expect(await found({ 'page.php': page, 'http.php': own('http_build_query($vars)') }, 'php-xss')).toEqual(
    [],
  );
  expect(await found({ 'page.php': page, 'http.php': own("join('&', $vars)") }, 'php-xss')).not.toEqual([]);
  expect(await found({ 'page.php': page }, 'php-xss')).toEqual(['medium']);
});

test('whether a table has something under a key is not known before it is asked', async () => {
  const page = (test: string) =>
    `<?php\n$known = array('a' => array(1, 2), 'b' => array(3, 4));\n$t = ${test} ? $_GET['t'] : 'a';\ninclude("pages/$t.php");\n`;
  expect(await found({ 'a.php': page("$known[$_GET['t']]") }, 'php-file-inclusion')).toEqual([]);
  expect(
    await found({ 'a.php': page("isset($_GET['t']) && $known[$_GET['t']]") }, 'php-file-inclusion'),
  ).toEqual([]);
  expect(await found({ 'a.php': page("!$known[$_GET['t']]") }, 'php-file-inclusion')).not.toEqual([]);
});

test('what a class makes that a call has given is at most medium', async () => {
  const app = (made: string) =>
    `import importlib\nfrom flask import Flask, request\nfrom jinja2 import Environment\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    kind = getattr(importlib.import_module('forms'), 'form')\n    return Environment().from_string(${made}).render()\n`;
  const rule = 'python-template-injection';
  expect(await found({ 'app.py': app("kind(request.args.get('a')).more()") }, rule)).toEqual(['medium']);
  expect(await found({ 'app.py': app("request.args.get('a').strip()") }, rule)).toEqual(['critical']);
});
