import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';
import { hasSource } from '../../../../model/finding.ts';

async function waysIn(files: Record<string, string>, rule: string) {
  const findings = await findingsIn(files);
  return findings
    .filter(({ ruleId }) => ruleId === rule)
    .map((finding) => [
      hasSource(finding),
      ...(finding.trace ?? []).map(({ file, line }) => `${file}:${line}`),
    ]);
}

const boxes = `module BoxHelper
  def box(title, text)
    head = "<b>#{title}</b>"
    body = head + text
    body.html_safe
  end
end
`;

test('a place without a source shows what is made of an argument on the way to it', async () => {
  expect(await waysIn({ 'app/helpers/box_helper.rb': boxes }, 'ruby-xss')).toEqual([
    [
      false,
      'app/helpers/box_helper.rb:2',
      'app/helpers/box_helper.rb:3',
      'app/helpers/box_helper.rb:4',
      'app/helpers/box_helper.rb:5',
    ],
  ]);
});

test('a caller in another file that hands on an argument of its own belongs to the way', async () => {
  const files = {
    'shell.js':
      "const { exec } = require('child_process');\nexports.run = function run(line) {\n  exec('convert ' + line);\n};\n",
    'job.js':
      "const { run } = require('./shell');\nexports.start = function start(name) {\n  if (name) run(name);\n};\n",
  };
  const [way] = await waysIn(files, 'javascript-command-injection');
  expect(way).toEqual([false, 'job.js:3', 'shell.js:2', 'shell.js:3']);
});

test('a caller that gives a constant does not', async () => {
  const files = {
    'shell.js':
      "const { exec } = require('child_process');\nexports.run = function run(line) {\n  exec('convert ' + line);\n};\n",
    'job.js':
      "const { run } = require('./shell');\nexports.start = function start() {\n  run('a.png');\n};\n",
  };
  const ways = await waysIn(files, 'javascript-command-injection');
  expect(ways.flat().filter((step) => String(step).startsWith('job.js'))).toEqual([]);
});

test('functions that call one another end', async () => {
  const files = {
    'a.js':
      "const { exec } = require('child_process');\nconst { pong } = require('./b');\nexports.ping = function ping(x) {\n  exec(x);\n  pong(x);\n};\n",
    'b.js': "const { ping } = require('./a');\nexports.pong = function pong(x) {\n  ping(x);\n};\n",
  };
  const ways = await waysIn(files, 'javascript-command-injection');
  expect(ways.map((way) => way.slice(0, 2))).toEqual([[false, 'b.js:3']]);
});
