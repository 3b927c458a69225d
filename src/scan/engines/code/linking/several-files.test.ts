import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';
import { hasSource } from '../../../model/finding.ts';

/** Where findings of a rule are, at medium and worse, and what their ways pass. */
async function found(files: Record<string, string>, rule: string) {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId, severity }) => ruleId === rule && severity !== 'low');
}

const places = (findings: Awaited<ReturnType<typeof found>>) =>
  findings.map(({ file, startLine }) => `${file}:${startLine}`);

const goTo =
  'package answer\n\nimport "net/http"\n\nfunc GoTo(w http.ResponseWriter, r *http.Request, to string) {\n\thttp.Redirect(w, r, to, 302)\n}\n';
const handler = (name: string, to: string) =>
  `package web\n\nimport (\n\t"net/http"\n\n\t"example.org/app/answer"\n)\n\nfunc ${name}(w http.ResponseWriter, r *http.Request) {\n\tanswer.GoTo(w, r, ${to})\n}\n`;

test('each file that leads something from outside into a wrapper is a finding of its own, with an identity of its own', async () => {
  const findings = await found(
    {
      'answer/go.go': goTo,
      'web/a.go': handler('first', 'r.FormValue("next")'),
      'web/b.go': handler('second', 'r.FormValue("back")'),
      'web/c.go': handler('third', '"/home"'),
    },
    'go-open-redirect',
  );
  expect(places(findings)).toEqual(['answer/go.go:6', 'answer/go.go:6']);
  expect(findings.map(({ trace }) => trace![0]!.file)).toEqual(['web/a.go', 'web/b.go']);
  expect(new Set(findings.map(({ identity }) => identity.tokens)).size).toBe(2);
});

test('one file with several such calls is one finding, and of many files a few are reported', async () => {
  const twice = handler('first', 'r.FormValue("next")').replace(
    /(\tanswer.+\n)/,
    '$1\tanswer.GoTo(w, r, r.FormValue("b"))\n',
  );
  expect(await found({ 'answer/go.go': goTo, 'web/a.go': twice }, 'go-open-redirect')).toHaveLength(1);
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`web/h${i}.go`, handler(`h${i}`, `r.FormValue("k${i}")`)]),
  );
  expect(await found({ 'answer/go.go': goTo, ...many }, 'go-open-redirect')).toHaveLength(4);
});

test('an address that the database holds is followed from the column of its struct into a request, through other files', async () => {
  const model = (tag: string) =>
    `package models\n\ntype Hook struct {\n\tID int64 \`db:"id"\`\n\tURL string${tag}\n}\n`;
  const sender =
    'package hooks\n\nimport (\n\t"net/http"\n\n\t"example.org/app/models"\n)\n\nfunc Send(h models.Hook) {\n\thttp.Post(h.URL, "text/plain", nil)\n}\n';
  const found1 = await found({ 'models/hook.go': model(' `db:"url"`'), 'hooks/send.go': sender }, 'go-ssrf');
  expect(found1.map(({ severity }) => severity)).toEqual(['medium']);
  expect(found1[0]!.trace!.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'models/hook.go:5',
    'hooks/send.go:10',
  ]);
  // What no table holds, and what another column holds, is not an address from a record.
  for (const tag of ['', ' `json:"url"`', ' `db:"-"`'])
    expect(await found({ 'models/hook.go': model(tag), 'hooks/send.go': sender }, 'go-ssrf')).toEqual([]);
});

test('a function is found through a file that hands modules on', async () => {
  const manifest = { 'package.json': '{"name":"clone","main":"index.js"}' };
  const run =
    "const { exec } = require('child_process');\nmodule.exports = function run(command) { exec(command); };\n";
  const index = (program: string) =>
    `const tools = require('./tools');\nmodule.exports = function clone({ url }) {\n  return tools.run(${program});\n};\n`;
  for (const tools of [
    "module.exports.run = require('./run');\n",
    "module.exports = { run: require('./run') };\n",
    "const run = require('./run');\nexports.run = run;\n",
  ]) {
    const files = { ...manifest, 'run.js': run, 'tools.js': tools };
    const built = await found(
      { ...files, 'index.js': index("'git clone ' + url") },
      'javascript-command-injection',
    );
    expect(places(built)).toContain('index.js:3');
    const fixed = await found(
      { ...files, 'index.js': index("'git status'") },
      'javascript-command-injection',
    );
    expect(places(fixed)).not.toContain('index.js:3');
  }
});

test('functions of a library that a wrapper makes and returns are offered, its inner ones are not', async () => {
  const library = (members: string) =>
    `;(function () {\n  var end = /\\s+$/;\n  function make() {\n    function lib() {}\n    function trim(text) { return text.replace(end, ''); }\n    ${members}\n    return lib;\n  }\n  module.exports = make();\n}());\n`;
  const rule = 'javascript-polynomial-redos';
  const open = { 'package.json': '{"name":"texts","main":"index.js"}' };
  const alone = { 'package.json': '{"name":"texts","license":"MIT","private":true,"main":"index.js"}' };
  const application = {
    'package.json':
      '{"name":"shop","license":"MIT","private":true,"main":"index.js","dependencies":{"express":"4"}}',
  };
  expect(await found({ ...open, 'index.js': library('lib.trim = trim;') }, rule)).toHaveLength(1);
  expect(await found({ ...alone, 'index.js': library('lib.trim = trim;') }, rule)).toHaveLength(1);
  expect(await found({ ...open, 'index.js': library('') }, rule)).toEqual([]);
  expect(await found({ ...application, 'index.js': library('lib.trim = trim;') }, rule)).toEqual([]);
});

test('a method of a Ruby class is found in a file of any name, where only one class is called like that', async () => {
  const manifest = { 'viewer.gemspec': 'Gem::Specification.new\n' };
  const screen = 'class ScreenManager\n  def shell_out command\n    system command\n  end\nend\n';
  const part = (argument: string) =>
    `class Part\n  def view! path\n    ScreenManager.shell_out(${argument})\n  end\nend\n`;
  const rule = 'ruby-command-injection';
  const files = { ...manifest, 'lib/screen.rb': screen };
  expect(places(await found({ ...files, 'lib/part.rb': part('"show #{path}"') }, rule))).toContain(
    'lib/part.rb:3',
  );
  expect(places(await found({ ...files, 'lib/part.rb': part("'clear'") }, rule))).not.toContain(
    'lib/part.rb:3',
  );
  const another = { 'lib/other.rb': screen.replace('system', 'puts') };
  expect(
    places(await found({ ...files, ...another, 'lib/part.rb': part('"show #{path}"') }, rule)),
  ).not.toContain('lib/part.rb:3');
});

test('calls of a chain are places of their own', async () => {
  const web =
    'import org.springframework.web.bind.annotation.*;\n@RestController\nclass Web {\n  Store store;\n  @GetMapping("/f") Object get(@RequestParam String folder, @RequestParam String name) throws Exception { return store.open(folder, name); }\n}\n';
  const store = (name: string) =>
    `import org.springframework.core.io.*;\nclass Store {\n  ResourceLoader loader;\n  Resource open(String folder, String name) throws Exception {\n    return this.loader.getResource(folder).createRelative(${name});\n  }\n}\n`;
  const rule = 'java-path-traversal';
  expect(await found({ 'Web.java': web, 'Store.java': store('name') }, rule)).toHaveLength(2);
  expect(await found({ 'Web.java': web, 'Store.java': store('"fixed"') }, rule)).toHaveLength(1);
});

test('functions are found behind lists of exports, whole modules that are handed on, and defaults that are exported by name', async () => {
  const files = {
    'lib/run.js':
      "import { exec } from 'child_process';\nexport function run(command) { exec(command); }\nfunction start(command) { exec(command); }\nexport default start;\n",
    'lib/more.js': "import { exec } from 'child_process';\nexport const more = (command) => exec(command);\n",
    'lib/index.js':
      "export { run as go } from './run';\nexport * from './more';\nexport { default as start } from './run';\nexport * as all from './run';\n",
  };
  const app = (call: string) =>
    `import { go, more, start, all } from './lib';\nimport begin from './lib/run';\nimport express from 'express';\nconst app = express();\napp.get('/', (req) => { ${call}('ls ' + req.query.a); });\n`;
  for (const call of ['go', 'more', 'start', 'begin', 'all.run']) {
    const findings = await found({ ...files, 'app.js': app(call) }, 'javascript-command-injection');
    expect(findings.filter(({ trace }) => trace?.[0]?.file === 'app.js')).toHaveLength(1);
  }
  for (const call of ['other', 'all.other', 'log'])
    expect(
      (await found({ ...files, 'app.js': app(call) }, 'javascript-command-injection')).filter(
        ({ trace }) => trace?.[0]?.file === 'app.js',
      ),
    ).toEqual([]);
});

test('a Python package hands on what its own file imports, by name or as a whole', async () => {
  const run = 'import os\ndef run(command):\n    os.system(command)\n';
  const files = (init: string) => ({ 'lib/__init__.py': init, 'lib/tools.py': run });
  const app = (call: string) =>
    `from flask import Flask, request\nimport lib\nfrom lib import ${call}\napp = Flask(__name__)\n@app.route('/')\ndef a():\n    ${call}(request.args['a'])\n`;
  const rule = 'python-command-injection';
  const traced = async (init: string, call: string) =>
    (await found({ ...files(init), 'app.py': app(call) }, rule)).filter(hasSource).length;
  expect(await traced('from .tools import run\n', 'run')).toBe(1);
  expect(await traced('from .tools import run as start\n', 'start')).toBe(1);
  expect(await traced('from .tools import *\n', 'run')).toBe(1);
  expect(await traced('from .tools import run\n', 'other')).toBe(0);
  expect(await traced('', 'run')).toBe(0);
});

test('what a memo of React gives is what its function gives, cleaned or not', async () => {
  const clean =
    "import sanitizeHtml from 'sanitize-html';\nconst clean = (text) => sanitizeHtml(text);\nexport default clean;\n";
  const page = (value: string) =>
    `import React, { useMemo } from 'react';\nimport clean from './clean';\nexport const A = ({ data }) => {\n  const html = useMemo(() => ${value}, [data]);\n  return <p dangerouslySetInnerHTML={{ __html: html }} />;\n};\n`;
  const rule = 'javascript-framework-html';
  expect(await found({ 'clean.js': clean, 'a.jsx': page('clean(data)') }, rule)).toEqual([]);
  expect(await found({ 'clean.js': clean, 'a.jsx': page("'<b>' + data") }, rule)).toHaveLength(1);
});

test('a chain that nothing is seen to reach is reported once where it begins', async () => {
  const store =
    'package store\n\nimport "xorm.io/xorm"\n\nvar x *xorm.Engine\n\nfunc Find(a string, b string, rows any) {\n\tx.Where("n = \'" + a + "\'").And("m = \'" + b + "\'").Find(rows)\n}\n';
  expect(await found({ 'store/store.go': store }, 'go-sql-injection')).toHaveLength(1);
});

test('Ruby: a method of the class that another one extends, or of a module that it includes, is called by its bare name', async () => {
  const run = 'def run_it(path)\n    system("ls " + path)\n  end';
  const controller = (given: string, more = '') =>
    `class PagesController < ApplicationController\n  ${more}\n  def show\n    run_it(${given})\n  end\nend\n`;
  const base = {
    'app/controllers/application_controller.rb': `class ApplicationController < ActionController::Base\n  protect_from_forgery\n  ${run}\nend\n`,
  };
  const mixed = { 'app/controllers/concerns/runs.rb': `module Runs\n  ${run}\nend\n` };
  for (const [files, more] of [
    [base, ''],
    [mixed, 'include Runs'],
  ] as const) {
    const all = (given: string) => ({
      ...files,
      'app/controllers/pages_controller.rb': controller(given, more),
    });
    const [finding] = await found(all('params[:path]'), 'ruby-command-injection');
    expect([finding!.severity, finding!.trace![0]!.file]).toEqual([
      'critical',
      'app/controllers/pages_controller.rb',
    ]);
    const harmless = await found(all("'/srv'"), 'ruby-command-injection');
    expect(harmless.filter(hasSource)).toEqual([]);
  }
});

test('C#: a class is found in a file of another name', async () => {
  const base =
    'using System.Diagnostics;\nusing Microsoft.AspNetCore.Mvc;\npublic abstract class BaseController : Controller {\n  protected void RunIt(string path) {\n    Process.Start("sh", "-c " + path);\n  }\n}\n';
  const controller = (given: string) =>
    `using Microsoft.AspNetCore.Mvc;\npublic class PagesController : BaseController {\n  public IActionResult Show(string q) {\n    RunIt(${given});\n    return Ok();\n  }\n}\n`;
  const all = (given: string) => ({ 'Web/Bases.cs': base, 'Web/PagesController.cs': controller(given) });
  const [finding] = await found(all('q'), 'csharp-command-injection');
  expect(finding!.trace![0]!.file).toBe('Web/PagesController.cs');
  expect((await found(all('"/srv"'), 'csharp-command-injection')).filter(hasSource)).toEqual([]);
});

test('a method that a class of another file has of a class beside it is followed', async () => {
  const python = (given: string) => ({
    'store.py':
      'import os\n\nclass Named:\n    pass\n\nclass Base:\n    def run(self, name):\n        os.system("ls " + name)\n\nclass Middle(Named, Base):\n    pass\n\nclass Store(Middle):\n    table = "a"\n',
    'views.py': `from flask import Flask, request\nfrom store import Store\n\napp = Flask(__name__)\n\n@app.route("/")\ndef show():\n    Store().run(${given})\n    return "done"\n`,
  });
  const javascript = (given: string) => ({
    'store.js':
      "const { exec } = require('child_process');\nclass Base {\n  run(name) {\n    exec('ls ' + name);\n  }\n}\nclass Store extends Base {}\nmodule.exports = { Store };\n",
    'app.js': `const app = require('express')();\nconst { Store } = require('./store');\napp.get('/', (req, res) => {\n  new Store().run(${given});\n  res.end();\n});\n`,
  });
  for (const [program, sent, fixed, rule] of [
    [python, 'request.args["n"]', '"a"', 'python-command-injection'],
    [javascript, 'req.query.n', "'a'", 'javascript-command-injection'],
  ] as const) {
    const [finding] = await found(program(sent), rule);
    expect(finding!.severity).toBe('critical');
    expect((await found(program(fixed), rule)).filter(hasSource)).toEqual([]);
  }
});

test('what numbers a row that another file reads is written by nobody, its other fields are', async () => {
  const rows =
    '<?php\nclass Rows {\n  private PDO $db;\n  public function one($id) {\n    $st = $this->db->prepare("SELECT * FROM t WHERE id = ?");\n    $st->execute([$id]);\n    return $st->fetch(PDO::FETCH_OBJ);\n  }\n}\n';
  const page = (field: string) =>
    `<?php\nrequire 'rows.php';\n$rows = new Rows();\n$row = $rows->one($_GET['id']);\nprint $row->${field};\n`;
  const at = (field: string) => found({ 'rows.php': rows, 'page.php': page(field) }, 'php-xss-stored');
  expect(places(await at('name'))).toEqual(['page.php:5']);
  expect(places(await at('id'))).toEqual([]);
  expect(places(await at('userId'))).toEqual([]);
});

test('each step of a way is at a line, and what stands at none is no step', async () => {
  const text = [
    '<?php',
    'class Common {',
    '  public static function construct() {',
    "    $path = str_replace('x', '', $_SERVER['SCRIPT_FILENAME']);",
    "    foreach (array('a') as $folder) {",
    "      if (strpos($_SERVER['SCRIPT_FILENAME'], $folder)) { $path = substr($_SERVER['SCRIPT_FILENAME'], 0, 3); break; }",
    '    }',
    "    if (file_exists($path.'config.php')) { require_once($path.'config.php'); }",
    '  }',
    '}',
    '',
  ].join('\n');
  const findings = (await findingsIn({ 'common.php': text })).filter(
    ({ ruleId }) => ruleId === 'php-file-inclusion',
  );
  expect(findings.map(({ trace }) => trace?.map(({ line }) => line))).toEqual([[6, 8]]);
});
