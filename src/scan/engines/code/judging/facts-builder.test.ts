import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectAnswers } from '../../../../../test/support/answered-programs.ts';
import { factsOf } from '../../../../../test/support/print-facts.ts';

const folder = join(import.meta.dirname, 'told');

test.each(readdirSync(folder))('programs tell the linker what %s says', async (name) => {
  await expectAnswers(join(folder, name), async (files) => {
    const [[path, text] = ['', '']] = Object.entries(files);
    return factsOf(path, text);
  });
});

const repeated = (count: number, write: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('\n');

test.each([
  [
    'sinks of its arguments',
    200,
    / reaches /,
    (count: number) =>
      `const { exec } = require('child_process');\nfunction f(a) {\n${repeated(count / 2, () => 'exec(a);')}\n}\n`,
  ],
  [
    'things that go elsewhere',
    400,
    / goes to /,
    (count: number) =>
      `const t = require('./t');\nfunction f(a) {\n${repeated(count, () => 't.go(a);')}\n}\n`,
  ],
  [
    'things that go elsewhere by calls of many arguments',
    400,
    / goes to /,
    (count: number) =>
      `const t = require('./t');\nfunction f(a) {\nt.go(${repeated(count / 2, () => 'a,')});\nt.go(${repeated(count / 2, () => 'a,')});\n}\n`,
  ],
])('of %s a function tells %i at most', async (_title, most, told, write) => {
  const count = async (text: string) =>
    (await factsOf('a.js', text)).filter((line) => told.test(line)).length;
  expect(await count(write(most))).toBe(most);
  expect(await count(write(most + 2))).toBe(most);
});
