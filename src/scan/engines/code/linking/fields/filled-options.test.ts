import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

const manifest = '{"name":"image-tool","version":"1.0.0","main":"index.js"}';

/** How severe a command of a class is that a package offers, by what its constructor keeps and what becomes part of the command. */
async function severityOf(keep: string, part: string, parameter = 'options'): Promise<string | undefined> {
  const program = `const { exec } = require('child_process');\nclass Converter {\n  constructor(${parameter}) { ${keep} }\n  run(done) { exec('convert ' + ${part}, done); }\n}\nmodule.exports = Converter;\n`;
  const findings = await findingsIn({ 'package.json': manifest, 'index.js': program });
  return findings.find(({ ruleId }) => ruleId === 'javascript-command-injection')?.severity;
}

test.each([
  ['the options themselves', 'this.options = options;', 'this.options.input'],
  ['options with defaults', 'this.options = { quality: 80, ...options };', 'this.options.input'],
  ['one of them', 'this.input = options.input;', 'this.input'],
])('what callers give a constructor stays in the object: %s', async (_, keep, part) => {
  expect(await severityOf(keep, part)).toBe('medium');
  expect(await severityOf(keep, part, 'options = {}')).toBe('medium');
});

test('a field that the constructor makes itself is nothing of a caller', async () => {
  expect(await severityOf("this.options = { input: 'a.png' };", 'this.options.input')).not.toBe('medium');
});

test('an argument that may be left out is still what a caller gives, also behind defaults', async () => {
  const program = (argument: string) =>
    `const { exec } = require('child_process');\nexports.convert = function (${argument}) {\n  const all = { quality: 80, ...options };\n  exec('convert ' + all.input);\n};\n`;
  const found = async (text: string) =>
    (await findingsIn({ 'package.json': manifest, 'index.js': text })).find(
      ({ ruleId }) => ruleId === 'javascript-command-injection',
    )?.severity;
  expect(await found(program('options = {}'))).toBe('medium');
  expect(await found(program('options'))).toBe('medium');
});
