import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Severities of what a rule finds in a few files. */
async function found(files: Record<string, string>, rule: string): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const rule = 'python-command-injection';
const shell = "import os\n\ndef run(name):\n    os.system('ls ' + name)\n";
const caller = (call: string, head = '') =>
  `from shop.shell import run\n${head}\ndef tidy(folder, settings):\n    ${call}\n`;

test('a parameter whose callers give nothing but what the program made is low', async () => {
  const at = (call: string, head = '') =>
    found({ 'shop/shell.py': shell, 'shop/tidy.py': caller(call, head) }, rule);
  expect(await found({ 'shop/shell.py': shell }, rule)).toEqual(['medium']);
  expect(await at('run(count)', 'count = 1 + len(names)\n')).toEqual(['low']);
  // Who calls that function is not seen.
  expect(await at('run(folder)')).toEqual(['medium']);
});

test('callers are asked for what their own callers give', async () => {
  const files = {
    'shop/shell.py': shell,
    'shop/tidy.py': caller('run(folder)'),
    'shop/main.py': 'from shop.tidy import tidy\n\ndef main():\n    tidy(NAMES[0], None)\n',
  };
  expect(await found(files, rule)).toEqual(['low']);
  const more = {
    ...files,
    'shop/web.py': 'from shop.tidy import tidy\n\ndef page(name):\n    tidy(name, None)\n',
  };
  expect(await found(more, rule)).toEqual(['medium']);
});

test('what is given to a parameter for all that follows is looked at, each part of it', async () => {
  const at = (...calls: string[]) =>
    found(
      { 'bin/setup.rb': `def run!(*args)\n  system(*args, exception: true)\nend\n${calls.join('\n')}\n` },
      'ruby-command-injection',
    );
  expect(await at("run! 'bundle install'", "run! 'bin/rails', 'db:prepare'")).toEqual(['low']);
  expect(await at("run! 'bundle install'", 'run! name')).toEqual(['medium']);
  expect(await at("run! 'bundle', name")).toEqual(['medium']);
  expect(await at('run! *names')).toEqual(['medium']);
});

test('what a package offers is called by others as well', async () => {
  const files = {
    'setup.py': 'from setuptools import setup\nsetup(name="shop")\n',
    'shop/shell.py': shell,
    'shop/tidy.py': caller('run(count)', 'count = 1 + len(names)\n'),
  };
  expect(await found(files, rule)).toEqual(['medium']);
});

test('functions that call one another prove nothing', async () => {
  const files = {
    'shop/shell.py': `${shell}    again(name)\n\nfrom shop.tidy import again\n`,
    'shop/tidy.py': 'from shop.shell import run\n\ndef again(name):\n    run(name)\n',
  };
  expect(await found(files, rule)).toEqual(['medium']);
});
