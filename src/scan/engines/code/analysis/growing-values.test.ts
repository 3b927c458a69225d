import { expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import { createCodeEngine } from '../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.js', 'a.py', 'A.java']);

function rules(path: string, text: string): string[] {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  return engine.analyse(file, { hashSecret: (value) => value }).findings.map(({ ruleId }) => ruleId);
}

const steps = Array.from({ length: 60 }, (_, i) => i);
const script =
  "\nfunction h(req, res) { require('child_process').exec(req.query.c); }\nmodule.exports = h;\n";

test.each([
  ['texts', `let a = '0123456789';\n${steps.map(() => 'a = a + a;').join('\n')}`],
  ['lists', `let a = [1, 2];\n${steps.map(() => 'a = [...a, ...a];').join('\n')}`],
  ['templates', `let a = '0123456789';\n${steps.map(() => 'a = `${a}${a}`;').join('\n')}`],
  ['replacements', `let a = 'aaaaaaaaaa';\n${steps.map(() => "a = a.replaceAll('a', a);").join('\n')}`],
  ['a replacement', `const a = \`${`${'a'.repeat(79)}\n`.repeat(1_000)}\`;\nconst b = a.replaceAll('a', a);`],
])('a script that doubles %s is analysed to its end', (_, growth) => {
  expect(rules('a.js', growth + script)).toContain('javascript-command-injection');
});

test('lists that are added to themselves are analysed to their end', () => {
  const text = `import os\nfrom flask import request\na = [1, 2]\n${steps.map(() => 'a = a + a').join('\n')}\ndef h():\n    os.system(request.args['c'])\n`;
  expect(rules('a.py', text)).toContain('python-command-injection');
});

test('what is put together beyond the length that is kept is not taken for its beginning', () => {
  const text = `const a = '${'x'.repeat(1_990)}';\nconst b = a + 'yyyyyyyyyy' + 'z';\nif (b === '${'x'.repeat(1_990)}yyyyyyyyyy') {} else { require('child_process').exec(process.argv[2]); }\n`;
  expect(rules('a.js', text).join()).toContain('command');
});

const list = `[${steps.slice(0, 12).join(', ')}]`;

test('lists within lists are gone through as often as it takes, and what stands behind them is analysed', () => {
  const loops = (depth: number, body: string) =>
    Array.from({ length: depth }, (_, i) => `${' '.repeat(i + 1)}for v${i} in ${list}:\n`).join('') +
    `${' '.repeat(depth + 1)}${body}\n`;
  const program = (depth: number, body: string, after = 'pass') =>
    `import os\nfrom flask import request\ndef h():\n${loops(depth, body)} ${after}\n`;
  const command = "os.system(request.args['c'])";
  const analysed = (text: string) => {
    const file = { path: 'a.py', text, bytes: Buffer.from(text), tree: parser.parse('a.py', text) };
    const { findings, notes } = engine.analyse(file, { hashSecret: (value) => value });
    return { rules: findings.map(({ ruleId }) => ruleId), notes: notes ?? [] };
  };
  expect(analysed(program(5, 'assert f(v0, v1)[v2] == [v3, v4], g(v0)', command))).toEqual({
    rules: ['python-command-injection'],
    notes: [],
  });
  expect(analysed(program(5, command)).rules).toEqual(['python-command-injection']);
  // As long as they are few each has its own value.
  expect(analysed(program(2, "os.system('ls ' + str(v0) + str(v1))"))).toEqual({ rules: [], notes: [] });
});
