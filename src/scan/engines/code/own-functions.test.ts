import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../test/support/code-scan.ts';

/** A method that only its name makes a sink of is none where the program itself defines it: what it does is seen there. */
const scan = await createCodeScan(['a.php', 'a.js', 'a.ts', 'A.java', 'a.py']);

function foundIn(files: Record<string, string>): string[] {
  return scan(files).map(({ ruleId, severity }) => `${severity} ${ruleId}`);
}

const entity = (body: string) => `<?php\nnamespace App;\nclass Entity { function setUrl($u) { ${body} } }\n`;
const controller =
  '<?php\nnamespace App;\nuse App\\Entity;\nclass C { private Entity $e;\n' +
  "  function one(Entity $x) { $x->setUrl($_GET['u']); }\n" +
  "  function two() { $x = new Entity(); $x->setUrl($_GET['u']); }\n" +
  "  function three() { $this->e->setUrl($_GET['u']); }\n}\n";
const python = (head: string) =>
  `from flask import request\n${head}\ndef view():\n    s = Store()\n    s.execute(request.args['q'])\n`;
const java =
  'package app;\nimport app.db.Repo;\nclass C { void f(javax.servlet.http.HttpServletRequest r, Repo x) { x.executeQuery("select " + r.getParameter("q")); } }\n';
const javascript = (store: string) =>
  `class Store { updateMany(q) { this.last = q; } }\nconst app = require('express')();\n` +
  `app.get('/', (req, res) => { const s = ${store}; s.updateMany(req.query); res.json({}); });\n`;

test.each([
  [
    'a class of the same file in PHP',
    { 'a.php': entity('') + controller.replace(/^.*?class C/s, 'class C') },
  ],
  ['a class of another file in PHP', { 'src/Entity.php': entity(''), 'src/C.php': controller }],
  [
    'a class of another file in Python',
    {
      'store.py': 'class Store:\n    def execute(self, q):\n        self.q = q\n',
      'v.py': python('from store import Store'),
    },
  ],
  [
    'a class of another file in Java',
    {
      'app/db/Repo.java': 'package app.db;\npublic class Repo { public void executeQuery(String q) {} }\n',
      'app/C.java': java,
    },
  ],
  ['a class of the same file in JavaScript', { 'a.js': javascript('new Store()') }],
])('%s that has the method is no library', (_name, files) => {
  expect(foundIn(files)).toEqual([]);
});

test.each([
  ['a class of PHP', 'medium php-ssrf', { 'src/C.php': controller }],
  ['a class of Python', 'medium python-sql-injection', { 'v.py': python('from store import Store') }],
  ['a class of Java', 'high java-sql-injection', { 'app/C.java': java }],
  ['an object of JavaScript', 'medium javascript-nosql-injection', { 'a.js': javascript('others.store') }],
  [
    'a class that has another method in another file',
    'medium php-ssrf',
    { 'src/Entity.php': entity('').replace('setUrl', 'setName'), 'src/C.php': controller },
  ],
])('%s that nobody sees may be one of a library', (_name, expected, files) => {
  expect(foundIn(files)).toContain(expected);
});

test('what the method of the program does with it is reported where it does it', () => {
  const files = { 'src/Entity.php': entity('file_get_contents($u);'), 'src/C.php': controller };
  expect(foundIn(files).filter((each) => each.endsWith('php-ssrf')).length).toBeGreaterThan(0);
});

test.each([
  ["path.normalize(name).replace(/^(\\.\\.(\\/|\\\\|$))+/, '')", []],
  ['path.normalize(name)', ['medium javascript-path-traversal']],
])('a path that a function of another file gives, %s, can climb or not', (given, expected) => {
  const found = foundIn({
    'src/paths.js': `const path = require('path');\nfunction partOf(name) { return ${given}; }\nmodule.exports = { partOf };\n`,
    'src/app.js':
      "const fs = require('fs'); const path = require('path'); const { partOf } = require('./paths');\nconst app = require('express')();\n" +
      "app.get('/', (req, res) => { res.send(fs.readFileSync(path.join('/srv', partOf(req.query.name)))); });\n",
  });
  expect(found.filter((line) => /path-traversal/.test(line) && !line.startsWith('low')).sort()).toEqual(
    expected,
  );
});

test.each([
  ['@/lib/files', true],
  ['~/lib/files', true],
  ['src/lib/files', true],
  ['@app/lib/files', true],
  ['@lib/files', true],
  ['lib/files', false],
  ['@scope/files', false],
])('a file of the project around the one that imports it, by %s: %s', (specifier, isFound) => {
  const found = foundIn({
    'apps/web/src/lib/files.js':
      "import fs from 'fs';\nimport path from 'path';\nexport const list = (name) => fs.readFileSync(path.join('/srv', name));\n",
    'apps/web/src/routes/one.js':
      `import { list } from '${specifier}';\nimport express from 'express';\nconst app = express();\n` +
      "app.get('/', (req, res) => { list(req.query.name); res.end(); });\n",
  });
  expect(found.some((line) => /^(?:medium|high|critical) .*path-traversal/.test(line))).toBe(isFound);
});

test.each([
  ['a method', 'read(name) { return fs.readFileSync(path.join("/srv", name)); }'],
  ['a field that holds an arrow function', 'read = (name) => fs.readFileSync(path.join("/srv", name));'],
  [
    'a field that holds a function',
    'read = function (name) { return fs.readFileSync(path.join("/srv", name)); };',
  ],
])('%s of a class of another file is followed', (_name, member) => {
  const found = foundIn({
    'src/store.ts': `import fs from 'fs';\nimport path from 'path';\nexport class Store { ${member} }\n`,
    'src/one.ts':
      "import { Controller, Get, Query } from '@nestjs/common';\nimport { Store } from './store';\n" +
      "@Controller('one')\nexport class One {\n  constructor(private readonly store: Store) {}\n" +
      "  @Get() one(@Query('name') name: string) { return this.store.read(name); }\n}\n",
  });
  expect(found).toContain('medium javascript-path-traversal');
});
