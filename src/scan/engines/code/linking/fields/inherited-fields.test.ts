import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** A class whose base is in another file reads what a method of the base has set; once with what was sent, once with something else. */
const programs: Record<string, (set: string) => Record<string, string>> = {
  'a class that is all of a CommonJS module': (set) => ({
    'base.js': `class Base { handle(req, res) { this.path = ${set}; this.run(res); } }\nmodule.exports = Base;\n`,
    'cmd.js':
      "const fs = require('fs');\nconst Base = require('./base');\nclass Cmd extends Base { run(res) { fs.createReadStream('/srv/' + this.path).pipe(res); } }\nmodule.exports = Cmd;\n",
  }),
  'a class that a module exports by name': (set) => ({
    'base.js': `class Base { handle(req, res) { this.path = ${set}; this.run(res); } }\nmodule.exports = { Base };\n`,
    'cmd.js':
      "const fs = require('fs');\nconst { Base } = require('./base');\nclass Cmd extends Base { run(res) { fs.createReadStream('/srv/' + this.path).pipe(res); } }\nmodule.exports = Cmd;\n",
  }),
  'a default export': (set) => ({
    'base.js': `export default class Base { handle(req, res) { this.path = ${set}; this.run(res); } }\n`,
    'cmd.js':
      "import fs from 'fs';\nimport Base from './base.js';\nexport class Cmd extends Base { run(res) { fs.createReadStream('/srv/' + this.path).pipe(res); } }\n",
  }),
};

const pathFindings = async (files: Record<string, string>, language: string) =>
  (await findingsIn(files)).filter(
    ({ ruleId, severity }) => ruleId === `${language}-path-traversal` && severity !== 'low',
  );

test.each(Object.entries(programs))('%s', async (_, program) => {
  expect(await pathFindings(program('req.query.path'), 'javascript')).toHaveLength(1);
  expect(await pathFindings(program("'/home'"), 'javascript')).toEqual([]);
});

test('Python', async () => {
  const program = (set: string) => ({
    'base.py': `from flask import request\n\nclass Base:\n    def dispatch(self):\n        self.path = ${set}\n        return self.run()\n`,
    'cmd.py':
      "from base import Base\n\nclass Cmd(Base):\n    def run(self):\n        return open('/srv/' + self.path).read()\n",
  });
  expect(await pathFindings(program("request.args['path']"), 'python')).toHaveLength(1);
  expect(await pathFindings(program("'/home'"), 'python')).toEqual([]);
});

test('Ruby, and a field of another name', async () => {
  const program = (field: string) => ({
    'base.rb': `class Base\n  def call(request)\n    @${field} = request.path_info[1..-1]\n    run\n  end\nend\n`,
    'cmd.rb': "class Cmd < Base\n  def run\n    File.read(File.join('/srv', @path))\n  end\nend\n",
  });
  expect(await pathFindings(program('path'), 'ruby')).toHaveLength(1);
  expect(await pathFindings(program('other'), 'ruby')).toEqual([]);
});

test('what the class sets itself counts, not what the base has put there', async () => {
  const files = {
    'base.py':
      "from flask import request\n\nclass Base:\n    def dispatch(self):\n        self.path = request.args['path']\n        return self.run()\n",
    'cmd.py':
      "from base import Base\n\nclass Cmd(Base):\n    def run(self):\n        self.path = 'home'\n        return open('/srv/' + self.path).read()\n",
  };
  expect(await pathFindings(files, 'python')).toEqual([]);
});
