import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** The files that the ways of what was sent lead through, without doubles. */
async function waysOf(files: Record<string, string>): Promise<string[]> {
  const findings = await findingsIn(files);
  const ways = findings
    .filter(({ cwe, trace }) => cwe.includes('CWE-89') && trace?.[0]?.file.startsWith('app.'))
    .map(({ trace }) => trace!.map(({ file, line }) => `${file}:${line}`).join(' '));
  return [...new Set(ways)];
}

describe('Python', () => {
  const store =
    "import sqlite3\ndb = sqlite3.connect('x')\nclass Base:\n    def all(self, q):\n        db.execute('select %s' % q)\nclass Store(Base):\n    def audit(self, q):\n        db.execute('select %s' % q)\n    def named(self, name):\n        return self\nclass Other:\n    def audit(self, q):\n        print(q)\ndef make():\n    return Store()\ndef other():\n    return Other()\n";
  const find = (use: string) =>
    waysOf({
      'app.py': `from flask import Flask, request\nfrom store import make, other, Store\nimport store\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    ${use}\n`,
      'store.py': store,
    });

  test.each([
    ["make().audit(request.args['q'])", 8],
    ["store.make().audit(request.args['q'])", 8],
    // A method gives its own object.
    ["Store().named('a').audit(request.args['q'])", 8],
    // The class has it from the one that it extends.
    ["make().all(request.args['q'])", 5],
  ])('%s', async (use, line) => {
    expect(await find(use)).toEqual([`app.py:7 store.py:${line - 1} store.py:${line}`]);
  });

  test.each(["other().audit(request.args['q'])", "make().missing(request.args['q'])", "make().audit('a')"])(
    '%s leads to no statement',
    async (use) => {
      expect(await find(use)).toEqual([]);
    },
  );
});

test('JavaScript: methods that hand their object on are followed in a row', async () => {
  const query =
    "const { Pool } = require('pg');\nconst db = new Pool();\nclass Report {\n  named(name) { this.name = name; return this; }\n  having(text) { this.text = text; return this; }\n  go() { return db.query('select ' + this.text); }\n  other() { return db.query('select ' + this.limit); }\n}\nmodule.exports = { open: () => new Report() };\n";
  const app = (use: string) => ({
    'app.js': `const app = require('express')();\nconst { open } = require('./query');\napp.get('/', (req, res) => {\n${use}\n});\n`,
    'query.js': query,
  });
  expect(await waysOf(app("open().named('a').having(req.query.q).go();"))).toHaveLength(1);
  expect(await waysOf(app("open().named('a').having('b').go(req.query.q);"))).toEqual([]);
  expect(await waysOf(app("open().named('a').having(req.query.q).other();"))).toEqual([]);
});

test('JavaScript: a chain is followed through eight functions, whatever stands next to it', async () => {
  const report =
    "const { Pool } = require('pg');\nconst db = new Pool();\nclass Report {\n  named(name) { return this; }\n  go(text) { return db.query('select ' + text); }\n}\nmodule.exports = { open: () => new Report() };\n";
  const app = (use: string) => ({
    'app.js': `const app = require('express')();\nconst { open } = require('./report');\napp.get('/', (req, res) => {\n${use}\n});\n`,
    'report.js': report,
  });
  const chain = (count: number) => `open()${".named('a')".repeat(count)}.go(req.query.q);`;
  expect(await waysOf(app(chain(6)))).toHaveLength(1);
  expect(await waysOf(app(chain(40)))).toEqual([]);
  expect(await waysOf(app(`${chain(40)}\n${chain(6)}`))).toHaveLength(1);
  expect(await waysOf(app(`${chain(12)}\n${chain(6)}`))).toHaveLength(1);
});

test('PHP: a function that makes an object of another class leads to its methods', async () => {
  const files = (use: string) => ({
    'app.php': `<?php\nrequire 'Shop.php';\n${use}\n`,
    'Shop.php':
      '<?php\nclass Shop {\n  public static function open() { return new self(); }\n  public function find($q) { mysqli_query($GLOBALS["db"], "select $q"); }\n  public function name($q) { return 1; }\n}\n',
  });
  expect(await waysOf(files('Shop::open()->find($_GET["q"]);'))).toEqual(['app.php:3 Shop.php:4']);
  expect(await waysOf(files('Shop::open()->name($_GET["q"]);'))).toEqual([]);
});
