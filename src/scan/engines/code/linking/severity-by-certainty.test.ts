import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Severities of what a rule finds in a few files. */
async function found(files: Record<string, string>, rule: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const express = (body: string, head = '') =>
  `const app = require('express')();\n${head}app.get('/', async (req, res) => {\n${body}\n});\n`;

test('a sink that only the name of its method tells of is at most medium, one of a known library high', async () => {
  const rule = 'javascript-nosql-injection';
  expect(await found({ 'a.js': express('  await Counter.remove(req.body.id);') }, rule)).toEqual(['medium']);
  const mongo = "const { MongoClient } = require('mongodb');\nconst db = new MongoClient('u').db('x');\n";
  const known = express("  await db.collection('a').deleteOne({ _id: req.body.id });", mongo);
  expect(await found({ 'a.js': known }, rule)).toEqual(['high']);
});

test('a statement of SQL says what it is for, whatever object runs it', async () => {
  const rule = 'javascript-sql-injection';
  const built = express("  await store.query('select * from t where n = ' + req.query.n);");
  expect(await found({ 'a.js': built }, rule)).toEqual(['high']);
  expect(await found({ 'a.js': express('  await store.query(req.query.n);') }, rule)).not.toContain('high');
});

test('a source that only the name of its method tells of is at most medium', async () => {
  const page = (object: string) =>
    `<?php\nclass View {\n  function show(Request $request) {\n    unlink('/srv/' . ${object}->getGet('n'));\n  }\n}\n`;
  expect(await found({ 'a.php': page('$this->query') }, 'php-path-traversal')).toEqual(['medium']);
  expect(await found({ 'a.php': page('$request') }, 'php-path-traversal')).toEqual(['high']);
});

test('what a function of an unknown library makes of a text is at most medium', async () => {
  const page = (made: string) =>
    express(`  eval(${made});`, "const { makeBadge } = require('badge-maker');\n");
  const rule = 'javascript-code-injection';
  expect(await found({ 'a.js': page('makeBadge({ label: req.query.label })') }, rule)).toEqual(['medium']);
  expect(await found({ 'a.js': page("'show ' + req.query.label") }, rule)).toEqual(['critical']);
});

test('what a method was given is not what another one of its class was given', async () => {
  const store = (kept: string) =>
    `const fs = require('fs');\nclass Store {\n  static init(folder) { ${kept} }\n  static save(data) { fs.writeFileSync(Store.folder + '/a.json', data); }\n}\nmodule.exports = Store;\n`;
  const app = express('  Store.save(req.body.data);', "const Store = require('./store');\n");
  const rule = 'javascript-path-traversal';
  expect(await found({ 'store.js': store('Store.folder = folder;'), 'app.js': app }, rule)).toEqual([]);
  const direct = store('').replace('Store.folder +', 'data +');
  expect(await found({ 'store.js': direct, 'app.js': app }, rule)).toEqual(['medium']);
});

test('a way through another file is high where data becomes part of what runs, and medium where a check elsewhere may decide', async () => {
  const app = express('  await show(req.query.name);', "const { show } = require('./show');\n");
  const show = (body: string) =>
    `const fs = require('fs');\nconst { exec } = require('child_process');\nconst pool = new (require('pg').Pool)();\nconst { mine, count } = require('./own');\nfunction show(name) { if (name !== mine.name) count(); return ${body}; }\nmodule.exports = { show };\n`;
  const severityOf = async (body: string, rule: string) =>
    found({ 'app.js': app, 'show.js': show(body) }, rule);
  const plain = show("exec('ls ' + name)").replace(/if .*?; /, '');
  const command = 'javascript-command-injection';
  expect(await found({ 'app.js': app, 'show.js': plain }, command)).toEqual(['critical']);
  // A condition in front of it has looked at the name.
  expect(await severityOf("exec('ls ' + name)", command)).toEqual(['medium']);
  const statement = 'pool.query("select * from t where n = \'" + name + "\'")';
  expect(await severityOf(statement, 'javascript-sql-injection')).toEqual(['medium']);
  expect(await severityOf("fs.readFileSync('/srv/' + name)", 'javascript-path-traversal')).toEqual([
    'medium',
  ]);
  const straight = show("fs.readFileSync('/srv/' + name)").replace(/if .*?; /, '');
  expect(await found({ 'app.js': app, 'show.js': straight }, 'javascript-path-traversal')).toEqual([
    'medium',
  ]);
  const here = express("  fs.readFileSync('/srv/' + req.query.name);", "const fs = require('fs');\n");
  expect(await found({ 'app.js': here }, 'javascript-path-traversal')).toEqual(['high']);
});

test('what a field is made from once is no result of a call in a method', async () => {
  const code = (read: string) =>
    `import com.google.gson.Gson;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass C {\n  private Gson gson;\n  private Store store;\n  private static final java.lang.reflect.Type type = new Token().reflect();\n  @GetMapping("/a")\n  public Object a(@RequestParam String name) {\n    Object found = store.normal(name);\n    return gson.fromJson("{}", ${read});\n  }\n}\n`;
  const store = 'class Store {\n  public Class normal(String name) { return Class.forName(name); }\n}\n';
  const rule = 'java-deserialization';
  expect(await found({ 'C.java': code('type'), 'Store.java': store }, rule)).toEqual([]);
  expect(await found({ 'C.java': code('(Class) found'), 'Store.java': store }, rule)).not.toEqual([]);
});

test('a class of the program is not the one of a library that is called the same', async () => {
  const code = (from: string) =>
    `package com.acme.shop.web;\nimport ${from}.FileUtils;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass C {\n  @GetMapping("/a")\n  public void a(@RequestParam String name) {\n    FileUtils.deleteQuietly(name);\n  }\n}\n`;
  const rule = 'java-path-traversal';
  expect(await found({ 'C.java': code('com.acme.shop.io') }, rule)).toEqual([]);
  expect(await found({ 'C.java': code('org.apache.commons.io') }, rule)).toEqual(['high']);
});

test.each([
  ['a test of the program', 'if (!matchesAny(patterns, name)) return res.end();', 'medium'],
  ['a call that throws', 'checkName(name);', 'medium'],
  ['whether it is there', 'if (!fileExists(name)) return res.end();', 'high'],
  ['nothing', '', 'high'],
])('a path behind %s is as severe as that says', async (_, guard, severity) => {
  const head = "const fs = require('fs');\nconst { matchesAny, fileExists, checkName } = require('./own');\n";
  const app = express(
    `  const name = req.query.name;\n  ${guard}\n  fs.readFile('/srv/' + name, done);`,
    head,
  );
  expect(await found({ 'a.js': app }, 'javascript-path-traversal')).toEqual([severity]);
});

test('only public methods of a controller are called with requests, and services are not made of them', async () => {
  const code = (access: string, type: string) =>
    `using Microsoft.AspNetCore.Mvc;\nclass FilesController : ControllerBase {\n  ${access} ActionResult Show(${type} name) {\n    return Content(System.IO.File.ReadAllText("/srv/" + name));\n  }\n}\n`;
  const rule = 'csharp-path-traversal';
  expect(await found({ 'a.cs': code('public', 'string') }, rule)).toEqual(['high']);
  expect(await found({ 'a.cs': code('private', 'string') }, rule)).not.toContain('high');
  expect(await found({ 'a.cs': code('public', 'IFileStore') }, rule)).not.toContain('high');
});

test('what is written to a file is no path', async () => {
  const app = (call: string) => express(`  ${call}`, "const fs = require('fs');\n");
  const rule = 'javascript-path-traversal';
  expect(await found({ 'a.js': app("fs.writeFileSync('/srv/a', req.body.text);") }, rule)).toEqual([]);
  expect(await found({ 'a.js': app("fs.renameSync('/srv/a', req.body.name);") }, rule)).toEqual(['high']);
});

test('a way into many functions is at most medium, also in one file', async () => {
  const app = (...names: string[]) => {
    const functions = names.map(
      (name, i) => `  const ${name} = (x) => { ${i ? names[i - 1] : 'read'}(x); };`,
    );
    const read = "  const read = (x) => { fs.readFile('/srv/' + x, done); };";
    const body = [read, ...functions, `  ${names.at(-1) ?? 'read'}(req.query.name);`].join('\n');
    return express(body, "const fs = require('fs');\n");
  };
  const rule = 'javascript-path-traversal';
  const direct = app().replace('read(req.query.name)', "fs.readFile('/srv/' + req.query.name, done)");
  expect(await found({ 'a.js': direct }, rule)).toEqual(['high']);
  expect(await found({ 'a.js': app() }, rule)).toEqual(['medium']);
  expect(await found({ 'a.js': app('b', 'c', 'd') }, rule)).toEqual(['medium']);
});

test('a field of an object that a function made is at most medium where only something of it is known to come from outside', async () => {
  const parse = (body: string) =>
    `package web\n\nimport "net/http"\n\ntype ask struct {\n\tID string\n\tName string\n}\n\nfunc parse(r *http.Request) *ask {\n${body}\n}\n`;
  const show = (read: string) =>
    `package web\n\nimport (\n\t"net/http"\n\t"os/exec"\n)\n\nfunc show(w http.ResponseWriter, r *http.Request) {\n\texec.Command("sh", "-c", ${read}).Run()\n}\n`;
  const rule = 'go-command-injection';
  const made = parse('\treturn fill(&ask{}, r.FormValue("name"))');
  expect(await found({ 'parse.go': made, 'show.go': show('parse(r).ID') }, rule)).toEqual(['medium']);
  const text = made
    .replace('*ask {', 'string {')
    .replace('fill(&ask{}, r.FormValue("name"))', 'r.FormValue("name")');
  expect(await found({ 'parse.go': text, 'show.go': show('parse(r)') }, rule)).toEqual(['critical']);
});

test('where an upload is kept is no path of the sender, what it was called is', async () => {
  const app = (read: string) => express(`  fs.unlink(${read}, done);`, "const fs = require('fs');\n");
  const rule = 'javascript-path-traversal';
  expect(await found({ 'a.js': app('req.file.path') }, rule)).toEqual([]);
  expect(await found({ 'a.js': app("'/srv/' + req.file.originalname") }, rule)).toEqual(['high']);
});

test('names of a package that is imported with a dot are known, also next to a second one', async () => {
  const code = (imports: string, value: string) =>
    `package store\n\nimport (\n\t"fmt"\n\n${imports})\n\nfunc ByKind(kind any) any {\n\treturn ${value}\n}\n`;
  const computed = 'NotEq{fmt.Sprintf("data ->> \'$.%v\'", kind): nil}';
  const squirrel = '\t. "github.com/Masterminds/squirrel"\n';
  const rule = 'go-sql-injection';
  expect(await found({ 'a.go': code(squirrel, computed) }, rule)).toContain('medium');
  expect(await found({ 'a.go': code(`${squirrel}\t. "acme.com/shop/gg"\n`, computed) }, rule)).toContain(
    'medium',
  );
  expect(await found({ 'a.go': code('\t. "acme.com/shop/gg"\n', computed) }, rule)).toEqual([]);
});

test('a statement behind a controller, a service and a repository is high where they only hand the text on, and medium where one of them looks at something', async () => {
  const files = (body: string) => ({
    'UserController.java':
      'package a;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass UserController {\n  private final UserService users;\n  UserController(UserService users) { this.users = users; }\n  @GetMapping("/u")\n  public Object find(@RequestParam String name) { return users.find(name); }\n}\n',
    'UserService.java': `package a;\nclass UserService {\n  private final UserRepository repository;\n  UserService(UserRepository repository) { this.repository = repository; }\n  Object find(String name) { ${body} }\n}\n`,
    'UserRepository.java':
      'package a;\nimport org.springframework.jdbc.core.JdbcTemplate;\nclass UserRepository {\n  private final JdbcTemplate jdbc;\n  UserRepository(JdbcTemplate jdbc) { this.jdbc = jdbc; }\n  Object byName(String name) { return jdbc.queryForList("select * from users where name = \'" + name + "\'"); }\n}\n',
  });
  const rule = 'java-sql-injection';
  expect(await found(files('return repository.byName(name);'), rule)).toEqual(['high']);
  const looks = 'if (isKnown(name)) return null; return repository.byName(name);';
  expect(await found(files(looks), rule)).toEqual(['medium']);
});

test('of two models of one call the more severe counts in other files too', async () => {
  const service = (call: string) =>
    `<?php\nnamespace App;\nuse Illuminate\\Support\\Facades\\DB;\nclass Users {\n  function find($name) { return ${call}; }\n}\n`;
  const page =
    "<?php\nnamespace App;\nuse Illuminate\\Http\\Request;\nclass Page {\n  function __construct(private Users $users) {}\n  function show(Request $request) { return $this->users->find($request->input('name')); }\n}\n";
  const rule = 'php-sql-injection';
  const built = service('DB::select("select * from u where name = \'$name\'")');
  expect(await found({ 'Page.php': page, 'Users.php': built }, rule)).toEqual(['high']);
  const bound = service("DB::select('select * from u where name = ?', [$name])");
  expect(await found({ 'Page.php': page, 'Users.php': bound }, rule)).toEqual([]);
});

test('a class that makes its objects itself is no record whose attributes the request sets', async () => {
  const controller =
    'class UsersController < ApplicationController\n  def find\n    render json: UserFinder.new(params[:name]).call\n  end\nend\n';
  const finder = (body: string) => ({ 'users_controller.rb': controller, 'user_finder.rb': body });
  const rule = 'ruby-mass-assignment';
  const own =
    'class UserFinder\n  def initialize(name)\n    @name = name\n  end\n  def call\n    @name\n  end\nend\n';
  expect(await found(finder(own), rule)).toEqual([]);
  expect(await found(finder('class UserFinder < ApplicationRecord\nend\n'), rule)).toEqual(['medium']);
});

test('what an object was made of is in one of its fields, and another one may be used', async () => {
  const search = `const { exec } = require('child_process');\nexports.Search = class { constructor(q, s) { this.q = q; this.s = s; } run() { exec(this.s); } };\nexports.run = (q, s) => exec(s);\n`;
  const at = (body: string) =>
    found(
      { 'search.js': search, 'a.js': express(body, "const { Search, run } = require('./search');\n") },
      'javascript-command-injection',
    );
  expect(await at("  new Search(req.query.q, 'ls').run();")).not.toContain('critical');
  expect(await at("  run('ls', req.query.q);")).toContain('critical');
});
