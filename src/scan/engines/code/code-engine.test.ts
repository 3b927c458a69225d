import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { EngineFinding } from '../../model/finding.ts';
import { createParser, type Parser } from '../../syntax/parser.ts';
import { allAbilities } from './analysis/options.ts';
import { createCodeEngine } from './code-engine.ts';
import type { FileFacts } from './domain/facts.ts';

let parser: Parser;
const engine = createCodeEngine();
const tools = { hashSecret: (value: string) => value };

beforeAll(async () => {
  parser = await createParser();
  await prepared(engine);
});

const prepared = async (made: typeof engine) => {
  await made.prepare!(['a.js', 'a.ts', 'a.tsx', 'a.py', 'A.java', 'A.cs', 'A.kt']);
  return made;
};

function analyse(path: string, text: string, using = engine) {
  return using.analyse(
    { path, text, bytes: new TextEncoder().encode(text), tree: parser.parse(path, text) },
    tools,
  );
}

function scan(files: Record<string, string>, using = engine): EngineFinding[] {
  const findings: EngineFinding[] = [];
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  for (const [path, text] of Object.entries(files).sort()) {
    const analysis = analyse(path, text, using);
    findings.push(...analysis.findings);
    // What the pipeline does to facts: they travel between threads and lie in a cache.
    if (analysis.facts) facts.push({ path, facts: JSON.parse(JSON.stringify(analysis.facts)) as FileFacts });
  }
  return [...findings, ...using.conclude!(facts, tools).findings];
}

const rulesOf = (findings: readonly EngineFinding[]) => findings.map((finding) => finding.ruleId);

test('a finding explains the way from source to sink', () => {
  const text =
    'from flask import request\nimport os\ndef v():\n    host = request.args["h"]\n    cmd = "ping " + host\n    os.system(cmd)\n';
  const [finding] = scan({ 'app.py': text });
  expect(finding).toMatchObject({
    ruleId: 'python-command-injection',
    severity: 'critical',
    startLine: 6,
    cwe: ['CWE-78'],
  });
  expect(finding!.trace!.map((step) => [step.kind, step.line])).toEqual([
    ['source', 4],
    ['step', 5],
    ['sink', 6],
  ]);
  expect(finding!.identity).toEqual({ scope: 'v', tokens: 'os.system(cmd)' });
});

test('an escape for HTML does not make a value safe for SQL', () => {
  const text =
    'from flask import request\nfrom html import escape\ndef v(cur):\n    cur.execute("SELECT * FROM t WHERE a = \'" + escape(request.args["a"]) + "\'")\n';
  expect(rulesOf(scan({ 'app.py': text }))).toContain('python-sql-injection');
});

const branch =
  'from flask import request\ndef v():\n    n = 106\n    x = "safe" if 7 * 18 + n > 200 else request.args["x"]\n    exec(x)\n';
const map =
  'from flask import request\ndef v():\n    m = {"a": "1", "b": request.args["x"]}\n    exec(m["a"])\n';
const call =
  'from flask import request\ndef pick(a, b):\n    return a\ndef v():\n    exec(pick("1", request.args["x"]))\n';

test.each([
  ['constant conditions', 'constants', branch],
  ['the parts of maps', 'shapes', map],
  ['what functions do with their arguments', 'calls', call],
] as const)('%s are known, and an ablation shows it', async (_, ability, text) => {
  const harm = (using: typeof engine) =>
    scan({ 'app.py': text }, using).filter(({ severity, trace }) => severity !== 'low' && trace);
  expect(harm(engine)).toEqual([]);
  expect(
    harm(await prepared(createCodeEngine({ abilities: { ...allAbilities, [ability]: false } }))),
  ).toHaveLength(1);
});

test('tests are followed once, copied libraries are not followed, and coverage names them', () => {
  const head = 'from flask import request\n';
  const direct = `${head}def v():\n    exec(request.args["x"])\n`;
  const inSecondRound = `${head}def v():\n    a = "1"\n    for i in range(9):\n        exec(a)\n        a = request.args["x"]\n`;
  const seen = (path: string, text: string) => {
    const { findings, notes = [] } = analyse(path, text);
    const rated = findings.filter(({ ruleId }) => ruleId === 'python-code-injection');
    return [...rated.map(({ severity }) => severity), ...notes.map(({ reason }) => reason)];
  };
  expect(seen('app.py', direct)).toEqual(['critical']);
  expect(seen('app.py', inSecondRound)).toEqual(['critical']);
  expect(seen('tests/app.py', direct)).toEqual(['low']);
  expect(seen('tests/app.py', inSecondRound)).toEqual([]);
  expect(seen('vendor/app.py', direct)).toEqual(['copied_library']);
  expect(seen('controllers/vendor/app.py', direct)).toEqual(['critical']);
});

test('a library that browsers are sent is known without its tree, and imports nothing', () => {
  const head = '/*! Widgets v1.4.2 Copyright 2020, MIT License */\n';
  const parsed: string[] = [];
  const read = (path: string) => {
    const text = `${head}import x from 'x';\n`;
    const file = { path, bytes: Buffer.from(text), text };
    return engine.analyse(
      Object.defineProperty(file, 'tree', { get: () => void parsed.push(path) }) as never,
      tools,
    );
  };
  expect(read('app/static/widgets.js')).toMatchObject({
    imports: { modules: [] },
    notes: [{ reason: 'copied_library' }],
  });
  expect(parsed).toEqual([]);
  read('vendor/static/widgets.js');
  expect(parsed).toEqual(['vendor/static/widgets.js']);
});

test('of a copied package of Go only its imports are parsed, and they are those of the whole file', async () => {
  await engine.prepare!(['a.go']);
  const text =
    'package a\n\nimport (\n\t"fmt"\n\t"github.com/acme/log"\n)\n\nfunc F() { fmt.Println(log.New()) }\n';
  const parsed: string[] = [];
  const file = (path: string) => ({
    path,
    text,
    bytes: Buffer.from(text),
    get tree() {
      parsed.push('all');
      return parser.parse(path, text);
    },
    parseAs: (as: string, part: string) => {
      parsed.push(part.trimEnd());
      return parser.tryParse(as, part);
    },
  });
  const modules = (path: string) =>
    engine.analyse(file(path), tools).imports?.modules.map(([module]) => module);
  expect(modules('vendor/github.com/acme/a/a.go')).toEqual(['fmt', 'github.com/acme/log']);
  expect(parsed).toEqual([text.slice(0, text.indexOf('\n\nfunc'))]);
  expect(modules('a/a.go')).toEqual(['fmt', 'github.com/acme/log']);
  expect(parsed.at(-1)).toBe('all');
});

test('data is followed into another file and reported where it does harm', () => {
  const files = {
    'app/views.py':
      'from flask import request\nfrom app.db import find\ndef v():\n    return find(request.args["n"])\n',
    'app/db.py':
      'import sqlite3\ndef find(name):\n    cur = sqlite3.connect("x").cursor()\n    cur.execute("SELECT * FROM t WHERE n = \'" + name + "\'")\n',
  };
  const [finding, ...others] = scan(files).filter((each) => each.ruleId === 'python-sql-injection');
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ file: 'app/db.py', startLine: 4, severity: 'high' });
  expect(finding!.trace![0]).toMatchObject({ file: 'app/views.py', line: 4, kind: 'source' });
});

test('what another file gives back is followed through classes and cleaned by its own checks', () => {
  const files = {
    'lib/wrapper.py':
      'import flask\nclass Wrapper:\n    request: flask.Request\n    def __init__(self, request: flask.Request):\n        self.request = request\n    def raw(self, n):\n        return self.request.args.get(n)\n    def safe(self, n):\n        return "x"\n',
    'lib/clean.py':
      'def digits(s):\n    out = ""\n    for c in s:\n        if c.isdigit():\n            out += c\n    return out\n',
    'bad.py':
      'from flask import request\nimport os\nimport lib.wrapper\ndef v():\n    w = lib.wrapper.Wrapper(request)\n    os.system(w.raw("a"))\n',
    'good.py':
      'from flask import request\nimport subprocess\nimport lib.wrapper\nfrom lib.clean import digits\ndef v():\n    w = lib.wrapper.Wrapper(request)\n    subprocess.run(["x", w.safe("a")])\n    subprocess.run(["x", digits(request.args["d"])])\n',
  };
  const found = scan(files).filter((finding) => finding.trace);
  expect(found.map((finding) => finding.file)).toEqual(['bad.py']);
});

test('relative imports of TypeScript are resolved', () => {
  const files = {
    'src/routes/user.ts':
      "import { run } from '../lib/run.ts';\nexport const h = (req, res) => run(req.query.cmd);\n",
    'src/lib/run.ts':
      "import { exec } from 'node:child_process';\nexport const run = (cmd: string) => exec(cmd);\n",
  };
  const found = scan(files).filter((finding) => finding.ruleId === 'javascript-command-injection');
  expect(found).toMatchObject([{ file: 'src/lib/run.ts', startLine: 2, severity: 'critical' }]);
});

test('a check before the use counts, in both directions', () => {
  const guarded = (test: string) =>
    `from flask import request, redirect\ndef v():\n    u = request.args["u"]\n    if ${test}:\n        return "no"\n    return redirect(u)\n`;
  expect(rulesOf(scan({ 'a.py': guarded('u not in ["/a", "/b"]') }))).not.toContain('python-open-redirect');
  expect(rulesOf(scan({ 'a.py': guarded('u in ["/a", "/b"]') }))).toContain('python-open-redirect');
});

test('a check that calls itself, or another that calls it back, proves nothing and costs nothing', () => {
  const text = `
from flask import request
import os
def ok(x):
    if not x:
        return False
    return fine(x)
def fine(x):
    return not ok(x)
def v():
    p = request.args["p"]
    if ok(p):
        os.system(p)
`;
  const { findings, notes } = analyse('app.py', text);
  expect(rulesOf(findings)).toEqual(['python-command-injection']);
  expect(notes ?? []).toEqual([]);
});

test('a name that is set from itself is a check like any other', () => {
  const python = `
from flask import request
import os
def v():
    p = request.args["p"]
    p = (p or "").strip()
    if not p:
        return "none"
    os.system(p)
`;
  const javascript = `
const { exec } = require('child_process');
app.get('/', (req, res) => {
  let p = req.query.p;
  p = (p ? [p, ...more] : [...more]).join(' ');
  if (p == null) return res.end();
  exec(p);
});
`;
  for (const [path, text] of [
    ['a.py', python],
    ['a.js', javascript],
  ] as const) {
    const { findings, notes } = analyse(path, text);
    expect(rulesOf(findings)).toContainEqual(expect.stringContaining('command-injection'));
    expect(notes ?? []).toEqual([]);
  }
});

test('tests are rated lower, not skipped', () => {
  const text = 'import os\nfrom flask import request\ndef v():\n    os.system(request.args["x"])\n';
  expect(scan({ 'tests/test_app.py': text })).toMatchObject([
    { ruleId: 'python-command-injection', severity: 'low' },
  ]);
});

test('results do not depend on what was analysed before', async () => {
  const text = 'from flask import request\nimport os\ndef v():\n    os.system(request.args["x"])\n';
  const alone = analyse('a.py', text);
  const other = await prepared(createCodeEngine());
  analyse('b.ts', 'export const f = (req, res) => res.send(req.query.x);\n', other);
  analyse('c.py', branch, other);
  expect(analyse('a.py', text, other)).toEqual(alone);
  expect(other.version).toBe(engine.version);
});

const deep = 4_000;

/** Many small functions inside one, as a bundler writes them, with lines short enough not to count as minified. */
function bundle(length: number): string {
  const parts: string[] = ['(function (root) {'];
  for (let size = 0, i = 0; size < length; i++) {
    const part = `root.m${i} = function (a, b) {\n  var c = a + root.m${Math.max(0, i - 1)}(b);\n  return c;\n};\n`;
    parts.push(part);
    size += part.length;
  }
  return `${parts.join('')}})(this);\n`;
}

const hostile: Array<[string, string, string]> = [
  ['half a file', 'a.py', 'def f(x:\n  if x ==\n    exec(x'],
  ['a wrong language', 'a.ts', '<?php echo $_GET["x"]; ?> }}} ((('],
  ['deep parentheses', 'a.js', `x = ${'('.repeat(deep)}1${')'.repeat(deep)}`],
  ['deep blocks', 'a.js', `${'{'.repeat(deep)}${'}'.repeat(deep)}`],
  ['a long chain of operators', 'a.py', `x = ${Array.from({ length: deep }, (_, i) => `a${i}`).join(' + ')}`],
  ['a long chain of calls', 'a.js', `a${'.b(c)'.repeat(deep)}`],
  [
    'ten thousand cases',
    'a.js',
    `switch (x) { ${Array.from({ length: 10_000 }, (_, i) => `case ${i}: y = ${i}; break;`).join('\n')} }`,
  ],
  [
    'ten thousand cases with a variable each',
    'a.js',
    `function f(x) { switch (x) { ${Array.from({ length: 10_000 }, (_, i) => `case ${i}: var v${i} = x; break;`).join('\n')} } }`,
  ],
  ['a literal of many elements', 'a.py', `x = [${'1, '.repeat(100_000)}]`],
  ['an array of a million elements', 'a.js', `x = [${'1,'.repeat(1_000_000)}]`],
  [
    'an object of many keys',
    'a.ts',
    `x = {${Array.from({ length: 100_000 }, (_, i) => `k${i}: ${i}`).join(',')}}`,
  ],
  ['a bundle of five megabytes', 'bundle.js', bundle(5_000_000)],
  [
    'functions that call each other',
    'a.py',
    'def a(x):\n    return b(x)\ndef b(x):\n    return a(x)\na(1)\n',
  ],
  ['a function that calls itself', 'a.js', 'const f = (x) => f(f(x)); f(1);'],
  [
    'many nested loops',
    'a.py',
    Array.from({ length: 40 }, (_, i) => `${' '.repeat(i)}for x${i} in y:`)
      .join('\n')
      .concat(`\n${' '.repeat(40)}z = z + x1\n`),
  ],
  [
    'names of the prototype',
    'a.js',
    'const __proto__ = {}; __proto__.constructor = toString; hasOwnProperty[__proto__] = constructor; constructor(__proto__);',
  ],
  [
    'identifiers beyond ASCII',
    'a.py',
    'имя = 1\ndef функция(параметр):\n    return параметр\nфункция(имя)\n',
  ],
  [
    'a class that is its own base',
    'a.py',
    'class A(A):\n    def m(self):\n        return self.m()\nA().m()\n',
  ],
  ['nothing', 'a.py', ''],
  ['only NUL', 'a.js', '\0\0\0'],
];

test.each(hostile)('%s is analysed without a crash', (_, path, text) => {
  expect(() => scan({ [path]: text })).not.toThrow();
});

test('a changed file is analysed alone; what depends on it follows from the facts of the others', () => {
  const files = {
    'app/views.py':
      'from flask import request\nfrom app.db import find\ndef v():\n    return find(request.args["n"])\n',
    'app/db.py':
      'import sqlite3\ndef find(name):\n    sqlite3.connect("x").execute("SELECT * FROM t WHERE n = \'" + name + "\'")\n',
  };
  const changed =
    'import sqlite3\ndef find(name):\n    sqlite3.connect("x").execute("SELECT * FROM t WHERE n = ?", (name,))\n';
  const kept = analyse('app/views.py', files['app/views.py']);
  const factsOf = (path: string, analysis: ReturnType<typeof analyse>) => ({
    path,
    facts: JSON.parse(JSON.stringify(analysis.facts)) as FileFacts,
  });
  const concludeWith = (text: string) => {
    const own = analyse('app/db.py', text);
    return [
      ...own.findings,
      ...engine.conclude!([factsOf('app/db.py', own), factsOf('app/views.py', kept)], tools).findings,
    ];
  };
  expect(rulesOf(concludeWith(files['app/db.py']))).toContain('python-sql-injection');
  expect(rulesOf(concludeWith(changed))).not.toContain('python-sql-injection');
  // The same as analysing everything again.
  expect(concludeWith(changed)).toEqual(scan({ ...files, 'app/db.py': changed }));
});

test('what exceeds the budget is told, and the rest is still analysed', async () => {
  const small = await prepared(createCodeEngine({ budgets: { perFunction: 200, perFile: 100_000 } }));
  const text = `import os\nfrom flask import request\ndef big(x):\n${'    y = x + 1\n'.repeat(500)}def v():\n    os.system(request.args["x"])\n`;
  const { findings, notes } = analyse('a.py', text, small);
  expect(rulesOf(findings)).toEqual(['python-command-injection']);
  expect(notes).toMatchObject([{ path: 'a.py', reason: 'budget_exceeded' }]);
});

test('functions inside a wrapper have budgets of their own', async () => {
  const small = await prepared(createCodeEngine({ budgets: { perFunction: 1_000, perFile: 100_000 } }));
  const others = Array.from({ length: 100 }, (_, i) => `function f${i}(x) { ${'x = x + 1; '.repeat(20)} }\n`);
  const text = `const { exec } = require('child_process');
(function () {
${others.join('')}
function last(req) { exec(req.query.x); }
app.get('/', last);
})();`;
  const { findings, notes } = analyse('a.js', text, small);
  expect(rulesOf(findings)).toContain('javascript-command-injection');
  expect(notes ?? []).toEqual([]);
});

const words = [
  'def f(x):',
  '\n  ',
  'return ',
  'request.args',
  '[',
  ']',
  '(',
  ')',
  '{',
  '}',
  ' = ',
  'x',
  'await ',
  '=> ',
  'class A',
  'exec',
  ';',
  '`${',
  "'",
  ',',
  '.',
  'for (const a of b)',
  'if x:',
  'lambda',
  '...',
  '\n',
];

test('no sequence of tokens makes the engine throw', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { maxLength: 40 }),
      fc.constantFrom('a.py', 'a.ts', 'a.jsx', 'A.vue'),
      (parts, path) => {
        scan({ [path]: parts.join('') });
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

test('rules are described alike one by one and all together, and their ids begin with their folder', () => {
  const engine = createCodeEngine();
  const ids = engine.rules.filter((_, index) => index % 40 === 0).map(({ id }) => id);
  expect(engine.describe!(new Set(ids)).map(({ id }) => id)).toEqual(ids);
  for (const rule of engine.rules.filter((_, index) => index % 90 === 0))
    expect(createCodeEngine().describe!(new Set([rule.id]))).toEqual([rule]);
});

test('methods that a constructor function gives its object are followed from other files', () => {
  const dao =
    "const { execSync } = require('child_process');\nfunction Dao(db) { const prefix = 'ls '; this.list = (name) => { execSync(prefix + name); }; }\nDao.prototype.show = function (name) { execSync(name); };\nmodule.exports.Dao = Dao;\n";
  const handler =
    "const Dao = require('./dao').Dao;\nfunction Handler(db) { const dao = new Dao(db); this.show = (req, res) => { dao.list(req.query.n); dao.show(req.query.n); }; }\nmodule.exports = Handler;\n";
  const findings = scan({ 'data/dao.js': dao, 'data/handler.js': handler });
  expect(findings.map(({ file, startLine, severity }) => [file, startLine, severity])).toEqual([
    ['data/dao.js', 2, 'critical'],
    ['data/dao.js', 3, 'critical'],
  ]);
});

test('what a parameter is by default counts where the rules look at settings, not where data is followed', () => {
  const text =
    "import requests\ndef f(url='https://a.example', verify=False):\n    requests.get(url, verify=verify)\ndef g(verify=False):\n    verify = chosen()\n    requests.get('https://a.example', verify=verify)\n";
  expect(scan({ 'a.py': text }).map(({ ruleId, startLine }) => [ruleId, startLine])).toEqual([
    ['python-certificate-check-off', 3],
  ]);
});

test('functions are recognised as entries by the options they stand in, their file and their signature', () => {
  const lines = {
    'a.js':
      "import Fastify from 'fastify';\nimport { execSync } from 'child_process';\nFastify().route({ method: 'GET', handler: async (rq) => execSync(rq.query.x) });\n",
    'actions.ts':
      "'use server';\nimport { execSync } from 'child_process';\nexport async function remove(id: string) { execSync(id); }\n",
    'app/route.ts':
      "import { execSync } from 'child_process';\nexport async function GET(r: Request, { params }) { execSync((await params).slug); }\n",
    'app/views.py':
      'import os\ndef show(request, name):\n    os.system(name)\ndef plain(name):\n    os.system(name)\n',
    'r.js':
      "import { execSync } from 'child_process';\nexport const resolvers = { Query: { user: (parent, args) => execSync(args.id) } };\n",
  };
  const found = scan(lines).filter(({ severity }) => severity === 'critical');
  expect(found.map(({ file, startLine }) => `${file}:${startLine}`).sort()).toEqual([
    'a.js:3',
    'actions.ts:3',
    'app/route.ts:2',
    'app/views.py:3',
    'r.js:2',
  ]);
});

test('a match against an expression is proof only where it describes the whole text', () => {
  const handler = (test: string) =>
    `const { execSync } = require('child_process');\nmodule.exports = (req, res) => { const x = req.body.x; if (${test}) { execSync('id ' + x); } };\n`;
  const severities = (test: string) =>
    scan({ 'a.js': handler(test) })
      .filter(({ ruleId }) => ruleId === 'javascript-command-injection')
      .map(({ severity }) => severity);
  // Somebody looked at it: medium.
  expect(severities('x.match(/http.*/)')).toEqual(['medium']);
  expect(severities('/^[a-z]+$/.test(x)')).toEqual([]);
  expect(severities('!/[^a-z0-9]/.test(x)')).toEqual([]);
  expect(severities('/[a-z]/.test(x)')).toEqual(['medium']);
  expect(severities('x')).toEqual(['critical']);
});

test('a static method of another file takes no object as its first argument', () => {
  const dao = 'import os\nclass Dao:\n    @staticmethod\n    def add(conn, name):\n        os.system(name)\n';
  const view =
    "from dao import Dao\nfrom flask import request\ndef view(conn):\n    Dao.add(conn, request.args['n'])\ndef other(conn):\n    Dao.add(request.args['n'], 'fixed')\n";
  const [finding] = scan({ 'dao.py': dao, 'views.py': view });
  expect(finding!.trace!.map(({ file, line }) => [file, line])).toContainEqual(['views.py', 4]);
});

test('a value of which one way is not known may hold more than the other way says', () => {
  const text =
    "import os\nfrom flask import request\ndef f():\n    whole = request.args['a']\n    a, b = whole.split('?') if '?' in whole else (whole, '')\n    os.system(b)\n";
  expect(rulesOf(scan({ 'a.py': text }))).toEqual(['python-command-injection']);
});

test('methods of an object that a file makes and shares are followed from others', () => {
  const shell = "const { execSync } = require('child_process');\n";
  const files = {
    'a.js':
      "const one = require('./one'); const { two } = require('./two'); const Three = require('./three');\nmodule.exports = (req, res) => { one.put(req.query.a); two.put(req.query.a); new Three().put(req.query.a); };\n",
    'one.js': `${shell}class One { put(x) { execSync(x); } }\nmodule.exports = new One();\n`,
    'two.js': `${shell}class Two { put(x) { execSync(x); } }\nconst two = new Two();\nmodule.exports = { two };\n`,
    'c.js':
      "const five = require('./five'); const six = require('./six');\nmodule.exports = (req, res) => { five(req.query.a); six(req.query.a); };\n",
    'five.js': `${shell}function five(x) { execSync(x); }\nmodule.exports = five;\n`,
    'six.js': `${shell}module.exports = (x) => execSync(x);\n`,
    'three.js': `${shell}class Three { put(x) { execSync(x); } }\nmodule.exports = Three;\n`,
    'four.py': 'import os\nclass Four:\n    def put(self, x):\n        os.system(x)\nfour = Four()\n',
    'b.py': "from four import four\nfrom flask import request\ndef v():\n    four.put(request.args['a'])\n",
  };
  const found = scan(files).filter(({ severity }) => severity === 'critical');
  expect(found.map(({ file }) => file).sort()).toEqual([
    'five.js',
    'four.py',
    'one.js',
    'six.js',
    'three.js',
    'two.js',
  ]);
});
