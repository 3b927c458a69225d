import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { InspectedFile } from '../../inspect-file.ts';
import { printModule } from '../../ir/print-ir.ts';
import { includedFiles, isInclude } from './includes.ts';

const parser = await createParser();

async function lowered(text: string): Promise<{ parameters: readonly string[]; lines: string[] }> {
  const { module } = (await InspectedFile.open('a.php', `<?php\n${text}\n`, parser))!;
  return { parameters: module.parameters ?? [], lines: printModule(module).split('\n') };
}

test.each([
  ['what is used and never set', 'echo $a . $b;', ['$a', '$b']],
  ['what is set', '$a = 1; echo $a;', []],
  ['what is only set', '$a = 1;', []],
  ['what is added to', "$a .= 'x'; echo $a;", ['$a']],
  ['what one field of is set', "$a['k'] = 1; $b->c = 2;", ['$a', '$b']],
  ['what a function uses', 'function f() { echo $a; } echo $b;', ['$b']],
  ['what a function sets', 'function f() { $b = 1; } echo $b;', ['$b']],
  ['what PHP gives', 'echo $argv[1] . $argc . $wpdb . $http_response_header . $php_errormsg . $a;', ['$a']],
])('parameters of a file are the variables that it does not set: %s', async (_title, text, parameters) => {
  expect((await lowered(text)).parameters).toEqual(parameters);
});

const used = (count: number) => Array.from({ length: count }, (_, i) => `echo $v${i};`).join('\n');
const set = (count: number) => Array.from({ length: count }, (_, i) => `$v${i} = 1;`).join('\n');
const times = (lines: readonly string[], pattern: RegExp) =>
  lines.filter((line) => pattern.test(line)).length;

test('a file has at most 60 parameters', async () => {
  expect((await lowered(used(60))).parameters).toHaveLength(60);
  expect((await lowered(used(61))).parameters).toHaveLength(60);
});

test('a file answers for at most 40 variables that it sets', async () => {
  const answers = async (count: number) => times((await lowered(set(count))).lines, /@set:\$v\d+\(/);
  expect(await answers(40)).toBe(40);
  expect(await answers(41)).toBe(40);
});

test('an included file is given at most 40 variables, and asked for at most 40', async () => {
  const given = async (count: number) => {
    const { lines } = await lowered(`${set(count)}\ninclude 'b.php';`);
    return lines.find((line) => line.includes('@file:b.php'))!.match(/\$v\d+=|\$v\d+:/g)?.length;
  };
  expect(await given(40)).toBe(40);
  expect(await given(41)).toBe(40);
  const asked = async (count: number) =>
    times((await lowered(`include 'b.php';\n${used(count)}`)).lines, /@set:b\.php:/);
  expect(await asked(40)).toBe(40);
  expect(await asked(41)).toBe(40);
});

test('at most ten included files are asked for variables', async () => {
  const asked = async (count: number) => {
    const files = Array.from({ length: count }, (_, i) => `include 'f${i}.php';`).join('\n');
    return times((await lowered(`${files}\necho $a;`)).lines, /@set:f\d+\.php:/);
  };
  expect(await asked(10)).toBe(10);
  expect(await asked(11)).toBe(10);
});

test.each([
  ["include 'b.php';", 'b.php'],
  ["include './lib/../b.php';", 'lib/b.php'],
  ["require_once __DIR__ . '/lib/b.php';", 'lib/b.php'],
  ["include ROOT . '/b.php';", 'b.php'],
  ['include "lib/$name.php";', 'lib/*'],
  ["include 'lib/' . $name;", 'lib/*'],
  ["include 'lib/' . $name . '.php';", 'lib/*'],
  ["include 'lib/' . $name . '/b.php';", 'b.php'],
  ['include $name;', undefined],
  ["include $name . '.php';", undefined],
  ["include '';", undefined],
  ["include '/';", undefined],
])('%s runs the file %s', async (text, file) => {
  const { lines } = await lowered(text);
  const run = lines.map((line) => /@file:([^\s()]+)/.exec(line)?.[1]).find(Boolean);
  expect(run).toBe(file);
});

test('a file that a function includes is run, and not asked for variables', async () => {
  const { lines } = await lowered("function f() { $a = 1; include 'b.php'; }\necho $c;");
  expect(times(lines, /@file:b\.php/)).toBe(1);
  expect(times(lines, /@set:b\.php:/)).toBe(0);
});

const files = ['lib/a', 'lib/b', 'other/b', 'web/lib/b', 'web/lib/c', 'b'];
const filesNamed = (name: string) => files.filter((file) => file === name || file.endsWith(`/${name}`));
const filesInFolder = (name: string) => files.filter((file) => `/${file}`.includes(`/${name}/`));
const candidates = (segment: string, from: string) =>
  includedFiles([segment], from, filesNamed, filesInFolder).map(
    ({ path, rest }) => `${path} ${rest.join('.')}`,
  );

test.each([
  ['~@file:b.php', 'index.php', ['b ', 'lib/b ', 'other/b ', 'web/lib/b ']],
  ['~@file:b.php', 'web/index.php', ['web/lib/b ', 'b ', 'lib/b ', 'other/b ']],
  ['@file:lib/b.php', 'index.php', ['lib/b ', 'web/lib/b ']],
  ['@file:lib/b.php', 'web/index.php', ['web/lib/b ', 'lib/b ']],
  ['@file:ib/b.php', 'index.php', []],
  ['@file:lib/*', 'index.php', ['lib/a ', 'lib/b ', 'web/lib/b ', 'web/lib/c ']],
  ['@file:web/lib/*', 'index.php', ['web/lib/b ', 'web/lib/c ']],
  ['~@set:lib/a.php:$x', 'index.php', ['lib/a @set:$x']],
  ['@other:b.php', 'index.php', []],
  ['', 'index.php', []],
])('%s in %s means %j', (segment, from, expected) => {
  expect(candidates(segment, from)).toEqual(expected);
});

test('of many files that a name may mean six are tried', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `d${i}/b`);
  const tried = (count: number) =>
    includedFiles(
      ['@file:b.php'],
      'x.php',
      () => many(count),
      () => [],
    ).length;
  expect(tried(6)).toBe(6);
  expect(tried(7)).toBe(6);
});

test('names of included files and of what they set are told from others', () => {
  expect(['~@file:b.php', '~@set:b.php:$x', '~b', '@file:b.php'].map(isInclude)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
