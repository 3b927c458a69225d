import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Severities of the commands that a request puts together. */
async function commands(files: Record<string, string>): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings
    .filter(({ cwe, trace }) => cwe.includes('CWE-78') && /\bapp\.\w+$/.test(trace?.[0]?.file ?? ''))
    .map(({ severity }) => severity);
}

describe('a method of an object of which nothing is known', () => {
  const python = (use: string, more = '') => ({
    'app.py': `from flask import Flask, request\nclass Views:\n    def __init__(self, shares):\n        self.shares = shares\n    def run(self, shares):\n        x = request.args['x']\n        ${use}\n`,
    'shares.py': `import os\nclass Shares:\n    def mount_share(self, x):\n        os.system('mount ' + x)\n    def mount(self, x):\n        os.system('mount ' + x)\n${more}`,
  });

  test.each(['self.shares', 'shares', 'shares.all()[0]', 'open_shares()', 'self.all_shares().first'])(
    'is that of the one class that has it, at most medium: %s',
    async (object) => expect(await commands(python(`${object}.mount_share(x)`))).toEqual(['medium']),
  );

  test('is none where its name is one that many have, or the class does not have it', async () => {
    expect(await commands(python('shares.mount(x)'))).toEqual([]);
    expect(await commands(python('shares.unmount_share(x)'))).toEqual([]);
    expect(await commands(python("shares.mount_share('a')"))).toEqual([]);
  });

  test('is that of either of two classes, and of none of three', async () => {
    const quiet = (name: string) => `class ${name}:\n    def mount_share(self, x):\n        print(x)\n`;
    expect(await commands(python('shares.mount_share(x)', quiet('Other')))).toEqual(['medium']);
    expect(await commands(python('shares.mount_share(x)', quiet('Other') + quiet('Third')))).toEqual([]);
  });

  test('counts no class of tests', async () => {
    const files = python('shares.mount_share(x)');
    const fake = (name: string) => `class ${name}:\n    def mount_share(self, x):\n        print(x)\n`;
    expect(
      await commands({ ...files, 'tests/test_shares.py': fake('Fake') + fake('Spy') + fake('Stub') }),
    ).toEqual(['medium']);
  });
});

test('what the method gives may also be what any other would give', async () => {
  const app = (held: string) => ({
    'app.py': `from flask import Flask, request\nimport os\napp = Flask(__name__)\ndef run(shares):\n    x = request.args['x']\n    os.system(shares.${held}(x))\n`,
    'shares.py': 'class Shares:\n    def share_named(self, x):\n        return 1\n',
  });
  expect(await commands(app('share_named'))).toEqual(await commands(app('other_named')));
});

test.each([
  [
    'JavaScript',
    {
      'app.js':
        "const app = require('express')();\nclass Views {\n  constructor(shares) { this.shares = shares; }\n  run(req, res) { this.shares.mountShare(req.query.x); }\n}\nmodule.exports = (shares) => {\n  app.get('/', (req, res) => { shares.mountShare(req.query.x); });\n};\n",
      'shares.js':
        "const { exec } = require('child_process');\nclass Shares {\n  mountShare(x) { exec('mount ' + x); }\n}\nmodule.exports = Shares;\n",
    },
  ],
  [
    'PHP',
    {
      'app.php': '<?php\nfunction run($shares) {\n  $shares->mountShare($_GET["x"]);\n}\n',
      'Shares.php': '<?php\nclass Shares {\n  function mountShare($x) { shell_exec("mount $x"); }\n}\n',
    },
  ],
  [
    'Ruby',
    {
      'app.rb':
        "require 'sinatra'\nget '/' do\n  settings.shares.first.mount_share(params[:x])\nend\ndef run(shares)\n  shares.mount_share(params[:x])\nend\n",
      'shares.rb': 'class Shares\n  def mount_share(x)\n    system("mount #{x}")\n  end\nend\n',
    },
  ],
])('%s: likewise', async (_, files) => {
  const found = await commands(files as Record<string, string>);
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((severity) => severity === 'medium')).toBe(true);
});
