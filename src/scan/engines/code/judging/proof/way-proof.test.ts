import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** The severities of what a rule finds in a few files. */
async function found(files: Record<string, string>, rule: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const loud = expect.stringMatching(/^(?:high|critical)$/);

/** What each language is given between the source, in a variable, and a command or a statement made of it. */
const programs: Record<
  string,
  { path: string; rule: string; write: (body: string, more?: string) => string }
> = {
  javascript: {
    path: 'a.js',
    rule: 'javascript-command-injection',
    write: (body, more = '') =>
      `const { exec } = require('child_process');\nconst app = require('express')();\n${more}\napp.get('/', (req, res) => {\n  const name = req.query.name;\n  ${body}\n  exec('ls ' + name);\n});\n`,
  },
  python: {
    path: 'a.py',
    rule: 'python-command-injection',
    write: (body, more = '') =>
      `import os\nfrom flask import Flask, request, abort\napp = Flask(__name__)\n${more}\n\n@app.route('/')\ndef show():\n    name = request.args['name']\n    ${body}\n    os.system('ls ' + name)\n    return 'ok'\n`,
  },
  go: {
    path: 'a.go',
    rule: 'go-command-injection',
    write: (body, more = '') =>
      `package main\n\nimport (\n\t"net/http"\n\t"os/exec"\n\t"strings"\n)\n\n${more}\nfunc show(w http.ResponseWriter, r *http.Request) {\n\tname := r.FormValue("name")\n\t${body}\n\texec.Command("sh", "-c", "ls " + name).Run()\n}\n`,
  },
  java: {
    path: 'A.java',
    rule: 'java-command-injection',
    write: (body, more = '') =>
      `import javax.servlet.http.*;\npublic class A extends HttpServlet {\n  ${more}\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    String name = request.getParameter("name");\n    ${body}\n    Runtime.getRuntime().exec("sh -c ls " + name);\n  }\n}\n`,
  },
  php: {
    path: 'a.php',
    rule: 'php-command-injection',
    write: (body, more = '') => `<?php\n${more}\n$name = $_GET['name'];\n${body}\nsystem('ls ' . $name);\n`,
  },
  ruby: {
    path: 'a.rb',
    rule: 'ruby-command-injection',
    write: (body, more = '') =>
      `class UsersController < ApplicationController\n  ${more}\n  def show\n    name = params[:name]\n    ${body}\n    system("ls #{name}")\n  end\nend\n`,
  },
  csharp: {
    path: 'A.cs',
    rule: 'csharp-command-injection',
    write: (body, more = '') =>
      `using Microsoft.AspNetCore.Mvc;\nusing System.Diagnostics;\npublic class UsersController : Controller {\n  ${more}\n  public IActionResult Show(string name) {\n    ${body}\n    Process.Start("/bin/sh", "-c \\"ls " + name + "\\"");\n    return Ok();\n  }\n}\n`,
  },
};

const proofs: Array<[language: string, what: string, body: string, more?: string]> = [
  ['javascript', 'nothing', ''],
  ['javascript', 'whether it is there', 'if (!name) return res.sendStatus(400);'],
  ['javascript', 'what kind of thing it is', "if (typeof name !== 'string') return;"],
  ['javascript', 'another part of the request', "if (req.query.kind !== 'a') return;"],
  ['javascript', 'a function that logs it', 'console.log(name);'],
  [
    'javascript',
    'a function that was read and refuses nothing',
    'count(name);',
    'function count(n) { total += n.length; }',
  ],
  [
    'javascript',
    'a list that the sender fills',
    'const allowed = req.query.allowed;\n  if (!allowed.includes(name)) return;',
  ],
  ['javascript', 'a list that takes everything', 'seen.push(name);\n  if (!seen.includes(name)) return;'],
  ['python', 'nothing', ''],
  ['python', 'what else was sent', "if name not in request.args.getlist('names'): abort(400)"],
  ['ruby', 'a pattern of one line', 'return unless name =~ /^[a-z]+$/'],
  ['python', 'whether it is there', 'if not name: abort(400)'],
  ['python', 'how it was sent', "if request.method != 'GET': abort(405)"],
  ['go', 'nothing', ''],
  ['go', 'whether it is there', 'if name == "" { return }'],
  ['go', 'how it was sent', 'if r.Method != http.MethodGet { return }'],
  ['java', 'nothing', ''],
  ['java', 'whether it is there', 'if (name == null || name.isEmpty()) return;'],
  ['php', 'nothing', ''],
  ['php', 'whether it is there', 'if (empty($name)) { exit; }'],
  ['ruby', 'nothing', ''],
  ['ruby', 'whether it is there', 'return if name.blank?'],
  ['ruby', 'who has logged in', '', 'before_action :authenticate_user!'],
  ['javascript', 'one text that it is not', "if (name === 'undefined') return res.send('');"],
  [
    'javascript',
    'one text that it is not, next to other things',
    "if (name === 'undefined' || !req.user) return;",
  ],
  [
    'javascript',
    'some texts that it is not',
    "if (name !== 'a' && name !== 'b') count(); else return;",
    'function count() { total++; }',
  ],
  ['javascript', 'one text as read again', "if (req.query.name === 'all') return res.send('');"],
  ['javascript', 'what it holds, to no effect', 'if (name.match(/x/) !== null) req.app.locals.seen = true;'],
  ['javascript', 'what it holds, and logs it', "if (name.includes(';')) { console.warn('odd', name); }"],
  ['python', 'one text that it is not', "if name == 'all': return 'all'"],
  ['python', 'what it holds, and prints it', "if ';' in name: print('odd')"],
  ['go', 'one text that it is not', 'if name == "all" { return }'],
  ['java', 'one text that it is not', 'if (name.equals("all")) return;'],
  ['php', 'one text that it is not', "if ($name === 'all') { exit; }"],
  ['php', 'what it holds, and notes it', "if (preg_match('/x/', $name)) { $odd = true; }"],
  ['ruby', 'one text that it is not', "return if name == 'all'"],
  ['ruby', 'what it holds, and logs it', 'logger.warn("odd") if name.match?(/x/)'],
  ['csharp', 'one text that it is not', 'if (name == "all") return BadRequest();'],
  ['csharp', 'what it begins with, to no effect', 'if (name.StartsWith("a")) Response.StatusCode = 400;'],
  ['csharp', 'nothing', ''],
  ['csharp', 'whether it is there', 'if (string.IsNullOrEmpty(name)) return BadRequest();'],
];

test.each(proofs)('%s: a way that asks for %s is a proof', async (language, _, body, more) => {
  const { path, rule, write } = programs[language]!;
  expect(await found({ [path]: write(body, more) }, rule)).toEqual([loud]);
});

const doubts: Array<[language: string, what: string, body: string, more?: string]> = [
  ['javascript', 'a list of its own', 'const allowed = list();\n  if (!allowed.includes(name)) return;'],
  [
    'javascript',
    'a list that was filled before and is another now',
    'let seen = [];\n  seen.push(name);\n  seen = list();\n  if (!seen.includes(name)) return;',
  ],
  ['python', 'what it holds that was sent', "word = request.args['word']\n    if word in name: abort(400)"],
  ['ruby', 'the beginning of a line', 'return if name =~ /^-/'],
  ['javascript', 'what it begins with', "if (name.startsWith('-')) name.trim();"],
  ['javascript', 'how a function of it went', 'const known = lookUp(name);\n  if (!known) return;'],
  ['javascript', 'a function that may refuse it', 'inspectName(name);'],
  [
    'javascript',
    'a function that was read and refuses something',
    'count(name);',
    'function count(n) { if (n.includes(";")) throw new Error(n); }',
  ],
  ['python', 'what it holds', "if ';' in name: odd(name)"],
  ['python', 'one of its parts', "kind = name.split('.')[-1]\n    if kind != 'md': abort(400)"],
  ['python', 'a decorator that is named after a check', '', 'from own import validate_args'],
  ['go', 'what it holds', 'if strings.Contains(name, ";") { w.WriteHeader(400) }'],
  ['go', 'one of a few cases', 'switch name {\n\tcase "a":\n\t\tw.WriteHeader(200)\n\t}'],
  ['java', 'a pattern', 'if (name.matches(".*x")) response.setStatus(400);'],
  ['php', 'a pattern', "if (preg_match('/x/', $name)) { note($name); }"],
  ['ruby', 'a pattern', 'refuse("odd") if name.match?(/x/)'],
  ['ruby', 'what its class runs in front', '', 'before_action :validate_name'],
  ['csharp', 'what it begins with', 'if (name.StartsWith("a")) return BadRequest();'],
  ['javascript', 'one text and goes on with it alone', "if (name !== 'a') fail();"],
  ['javascript', 'one text or a list', "if (!(name === 'a' || list().includes(name))) return;"],
  ['javascript', 'its beginning', "if (name.slice(0, 1) === '-') return;"],
  [
    'javascript',
    'a flag that says what it holds',
    "let odd = false; if (name.includes(';')) odd = true; if (odd) return;",
  ],
  [
    'javascript',
    'a flag elsewhere',
    "if (name.includes(';')) res.locals.odd = true; if (res.locals.odd) return;",
  ],
  ['javascript', 'what it holds, and what it does then is not known', "if (name.includes(';')) count();"],
  ['javascript', 'a check that may refuse it, and logs', 'if (!isAllowed(name)) console.log(name);'],
  ['javascript', 'what it holds, and ends', "if (name.includes(';')) log.fatal(name);"],
  ['java', 'one text as a variable', 'if (name.equals(known)) return;'],
];

test.each(doubts)(
  '%s: a way that asks for %s is at most medium, and not less',
  async (language, what, body, more) => {
    const { path, rule, write } = programs[language]!;
    const text = write(body, more);
    const decorated = what.startsWith('a decorator')
      ? text.replace("@app.route('/')", "@app.route('/')\n@validate_args")
      : text;
    expect(await found({ [path]: decorated }, rule)).toEqual(['medium']);
  },
);

test.each([
  ["exec('ls ' + name.trim())", loud],
  ["exec('ls ' + decodeURIComponent(name))", loud],
  ["exec('ls ' + urlOf(name))", 'medium'],
  ["exec('ls ' + own.toText(name))", 'medium'],
])(
  'a function of which nothing is known proves nothing, whatever its name says: %s',
  async (use, severity) => {
    const text = `const { exec } = require('child_process');\nconst own = require('own');\nconst app = require('express')();\napp.get('/', (req, res) => {\n  const name = req.query.name;\n  ${use};\n});\n`;
    expect(await found({ 'a.js': text }, 'javascript-command-injection')).toEqual([severity]);
  },
);

test('what one method left in a field, and another found there, is at most medium', async () => {
  const servlet = (body: string) =>
    `import java.io.*;\nimport javax.servlet.http.*;\nclass A extends HttpServlet {\n  private String name;\n  ${body}\n}\n`;
  const rule = 'java-path-traversal';
  const kept = servlet(
    'void read(HttpServletRequest request) { this.name = request.getParameter("n"); }\n  void open() throws Exception { new FileInputStream("/srv/" + this.name); }',
  );
  expect(await found({ 'A.java': kept }, rule)).not.toContain('high');
  const direct = servlet(
    'void read(HttpServletRequest request) throws Exception { this.name = request.getParameter("n"); new FileInputStream("/srv/" + this.name); }',
  );
  expect(await found({ 'A.java': direct }, rule)).toContain('high');
});

test('what a function that is only called left in a field is at most medium, also from a block inside of it; what it gives is not', async () => {
  const controller = (run: string, read: string) =>
    `class ToolsController < ApplicationController\n  def run\n    @line = []\n    ${run}\n  end\n\n  def read\n    ${read}\n  end\nend\n`;
  const rule = 'ruby-command-injection';
  const left = 'params[:names].split(" ").each do |name|\n      @line = name\n    end';
  expect(await found({ 'a.rb': controller('read\n    system("ls #{@line}")', left) }, rule)).not.toContain(
    'critical',
  );
  expect(await found({ 'a.rb': controller('system("ls #{read}")', 'params[:name]') }, rule)).toContain(
    'critical',
  );
  expect(
    await found({ 'a.rb': controller(left.replace('@line = name', 'system("ls #{name}")'), '') }, rule),
  ).toContain('critical');
});

test.each([
  ['nothing', '', '', loud],
  ['something behind the place', '', ' if (n === mine) count();', loud],
  ['something in front of the place', 'if (n === mine) count(); ', '', 'medium'],
])('a way into another file that asks for %s', async (_, before, behind, severity) => {
  const app =
    "const { run } = require('./run');\nconst app = require('express')();\napp.get('/', (req, res) => { run(req.query.name); });\n";
  const run = `const { exec } = require('child_process');\nfunction run(n) { ${before}exec('ls ' + n);${behind} }\nmodule.exports = { run };\n`;
  expect(await found({ 'app.js': app, 'run.js': run }, 'javascript-command-injection')).toEqual([severity]);
  const asking = app.replace('run(req', 'if (req.query.kind === mine) count(); run(req');
  expect(await found({ 'app.js': asking, 'run.js': run }, 'javascript-command-injection')).toEqual([
    'medium',
  ]);
});

test.each([
  ['of the framework', 'Request', loud],
  ['of the program, with rules of its own', 'BulkOrderRequest', 'medium'],
])('PHP: what a handler takes from a request %s', async (_, type, severity) => {
  const text = `<?php\nnamespace App\\Http\\Controllers;\nuse Illuminate\\Http\\Request;\nuse App\\Http\\Requests\\BulkOrderRequest;\nclass OrderController extends Controller {\n  public function bulk(${type} $request) {\n    exec('ls ' . request()->input('n'));\n  }\n}\n`;
  expect(await found({ 'OrderController.php': text }, 'php-command-injection')).toEqual([severity]);
});

test.each([
  ['(event, context)', 'handler', loud],
  ['(event)', 'lambda_handler', loud],
  ['(rh, event)', 'create', 'medium'],
])(
  'Python: an event is that of a function in a cloud where it comes with a context: %s',
  async (given, name, severity) => {
    const text = `import os\nfrom flask import Flask\n\ndef ${name}${given}:\n    os.system('ls ' + event['name'])\n`;
    expect(await found({ 'a.py': text }, 'python-command-injection')).toEqual([severity]);
  },
);

test.each([
  ['something else', "await store.getApp('main');", loud],
  ['it in what has an answer for everything', "const label = labels.getOrDefault(name, 'none');", loud],
  ['a text that is made of it', "const page = await store.getPage('/a/' + name);", loud],
  ['it in a function that was read and takes whatever there is', 'const age = await findAge(name);', loud],
  ['it', 'await store.getApp(name);', 'medium'],
  ['it, and keeps what is found', 'const app = await store.findByName(name);', 'medium'],
  [
    'it in a function that was read and refuses what is not there',
    'const age = await findAge(name);',
    'medium',
  ],
])('a way that looks up %s before', async (what, before, severity) => {
  const helper = what.endsWith('not there')
    ? 'async function findAge(n) { const age = ages[n]; if (!age) throw new Error(n); return age; }'
    : 'async function findAge(n) { return ages[n]; }';
  const text = `const { exec } = require('child_process');\nconst app = require('express')();\n${helper}\napp.get('/', async (req, res) => {\n  const name = req.query.name;\n  ${before}\n  exec('ls ' + name);\n});\n`;
  expect(await found({ 'a.js': text }, 'javascript-command-injection')).toEqual([severity]);
});

test.each([
  ['looks the name up', 'return store.getApp(name);', 'medium'],
  ['refuses some names', "if (name.includes('/')) throw new Error(name);", 'medium'],
  ['does something else', "return store.getApp('main');", loud],
])('what runs in front, in a chain, and %s', async (_, first, severity) => {
  const text = `const { exec } = require('child_process');\nconst app = require('express')();\napp.get('/', (req, res) => {\n  const name = req.query.name;\n  return Promise.resolve()\n    .then(function () { ${first} })\n    .then(function () { exec('ls ' + name); });\n});\n`;
  expect(await found({ 'a.js': text }, 'javascript-command-injection')).toEqual([severity]);
});

test.each([
  ['javascript', 'who is an administrator', 'if (!req.user.isAdmin) return res.sendStatus(403);', 'medium'],
  ['javascript', 'who must be one', 'requireAdmin(req);', 'medium'],
  ['javascript', 'who is logged in', 'if (!req.user) return res.sendStatus(403);', 'loud'],
  ['javascript', 'what an administrator has written', 'if (admins.length) count();', 'loud'],
  [
    'java',
    'whether the system itself asks',
    'if (!Rights.isSystem()) throw new IllegalStateException();',
    'medium',
  ],
  [
    'java',
    'whether the system is ready',
    'if (!Rights.isReady()) throw new IllegalStateException();',
    'loud',
  ],
  ['ruby', 'who is an administrator', 'return unless current_user.admin?', 'medium'],
  ['php', 'who is an administrator', 'if (!is_super_admin()) { exit; }', 'medium'],
  ['php', 'for the token of a page for administrators', "check_admin_referer('import');", 'medium'],
  ['php', 'for the token of any page', "check_ajax_referer('import');", 'loud'],
  ['python', 'who is one of the staff', 'if not request.user.is_staff: abort(403)', 'medium'],
  ['javascript', 'who is one and goes on without', 'if (!req.user.isAdmin) count();', 'loud'],
  ['javascript', 'who is one and keeps these away', 'if (req.user.isAdmin) return;', 'loud'],
  ['javascript', 'who is one or whether it is dark', 'if (!req.user.isAdmin && !dark) return;', 'loud'],
  ['javascript', 'who is one and whether it is dark', 'if (!req.user.isAdmin || !dark) return;', 'medium'],
  ['javascript', 'what role somebody has', "if (req.user.role !== 'admin') return;", 'medium'],
  ['javascript', 'what role somebody has not', "if (req.user.role === 'admin') return;", 'loud'],
  [
    'javascript',
    'for a right, and forbids it',
    "if (!can(req.user, 'list')) return res.status(403).end();",
    'medium',
  ],
  ['javascript', 'for a right, and says so only', "if (!can(req.user, 'list')) warn(403);", 'loud'],
  [
    'javascript',
    'for a token, and forbids it',
    'if (!isValid(req.token)) return res.sendStatus(403);',
    'loud',
  ],
  [
    'go',
    'for a role, and forbids it',
    'if user.Role != wanted {\n\t\thttp.Error(w, "no", http.StatusForbidden)\n\t\treturn\n\t}',
    'medium',
  ],
  [
    'go',
    'for a role, and goes on',
    'if user.Role != wanted {\n\t\tw.WriteHeader(http.StatusForbidden)\n\t}',
    'loud',
  ],
  [
    'java',
    'for a right, and forbids it',
    'if (!user.hasPermission("list")) { response.sendError(403); return; }',
    'medium',
  ],
  ['ruby', 'for a right, and forbids it', 'return head(:forbidden) unless can?(:list, user)', 'medium'],
  [
    'php',
    'for a right, and forbids it',
    "if (!$user->can('list')) { http_response_code(403); exit; }",
    'medium',
  ],
  ['csharp', 'for a role, and forbids it', 'if (!User.IsInRole("Owner")) return Forbid();', 'medium'],
  ['csharp', 'for a role', 'if (!User.IsInRole("Owner")) Count();', 'loud'],
])('%s: a way that asks %s: %s', async (language, _, body, severity) => {
  const { path, rule, write } = programs[language]!;
  expect(await found({ [path]: write(body) }, rule)).toEqual([severity === 'loud' ? loud : 'medium']);
});

test.each([
  ['@PreAuthorize("hasRole(\'ADMIN\')")', 'medium'],
  ['@Secured("ROLE_ADMIN")', 'medium'],
  ['@PreAuthorize("hasRole(\'USER\')")', loud],
  ['@Operation(summary = "Shows what an admin wrote")', loud],
])('Java: a handler that only some may call: %s', async (annotation, severity) => {
  const text = `import org.springframework.web.bind.annotation.*;\n@RestController\npublic class A {\n  ${annotation}\n  @GetMapping("/a")\n  public void show(@RequestParam String name) throws Exception {\n    Runtime.getRuntime().exec("sh -c ls " + name);\n  }\n}\n`;
  expect(await found({ 'A.java': text }, 'java-command-injection')).toEqual([severity]);
});

const guard = {
  refusing:
    "function first(req, res, next) {\n  if (req.user.role !== 'admin') return res.sendStatus(403);\n  next();\n}",
  counting: "function first(req, res, next) {\n  if (req.user.role !== 'admin') count();\n  next();\n}",
  sometimes:
    "function first(req, res, next) {\n  if (req.dark) return next();\n  if (req.user.role !== 'admin') return res.sendStatus(403);\n  next();\n}",
  around:
    'function first(next) {\n  return (req, res) => {\n    if (!req.user.isAdmin) return res.sendStatus(403);\n    next(req, res);\n  };\n}',
};

test.each([
  ['in front of the handler', guard.refusing, "app.get('/', first, show);", 'medium'],
  ['in a list', guard.refusing, "app.get('/', [first], show);", 'medium'],
  ['in front of all', guard.refusing, "app.use(first);\napp.get('/', show);", 'medium'],
  ['of another router', guard.refusing, "other.use(first);\napp.get('/', show);", loud],
  ['behind it', guard.refusing, "app.get('/', show);\napp.use(first);", loud],
  ['of one of two routes', guard.refusing, "app.get('/', first, show);\napp.get('/b', show);", loud],
  ['that only counts', guard.counting, "app.get('/', first, show);", loud],
  ['that lets others go on too', guard.sometimes, "app.get('/', first, show);", loud],
  ['around the handler', guard.around, "app.get('/', first(show));", 'medium'],
])('a function that was read, %s', async (_, first, routes, severity) => {
  const text = `const { exec } = require('child_process');\nconst app = require('express')();\n${first}\nfunction show(req, res) {\n  exec('ls ' + req.query.name);\n}\n${routes}\n`;
  expect(await found({ 'a.js': text }, 'javascript-command-injection')).toEqual([severity]);
});

test.each([
  ['refuses', 'if not g.user.is_admin:\n            abort(403)', 'medium'],
  ['counts', 'if not g.user.is_admin:\n            count()', loud],
])('Python: a decorator that was read and %s', async (_, asks, severity) => {
  const text = `import os\nfrom functools import wraps\nfrom flask import Flask, request, abort, g\napp = Flask(__name__)\n\ndef first(f):\n    @wraps(f)\n    def inner(*args):\n        ${asks}\n        return f(*args)\n    return inner\n\n@app.route('/')\n@first\ndef show():\n    os.system('ls ' + request.args['name'])\n    return 'ok'\n`;
  expect(await found({ 'a.py': text }, 'python-command-injection')).toEqual([severity]);
});
