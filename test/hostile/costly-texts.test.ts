import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileAnalyser } from '../../src/scan/pipeline/analyse/file-analyser.ts';
import { createTools, loadEngines } from '../../src/scan/pipeline/analyse/load-engines.ts';

const engines = await loadEngines(['secrets', 'code', 'dependencies', 'infrastructure', 'supply-chain'], {
  readsCode: true,
});
const bytes = 64 * 1024;

/** A file that begins with `head`, repeats `filler` up to 64 kB and ends with `tail`. Each kept an engine busy for seconds, minutes or for ever. */
const texts: ReadonlyArray<readonly [path: string, head: string, filler: string, tail: string]> = [
  ['notes.txt', '', '\n', ''],
  ['notes.txt', '', ' \r\n', 'x'],
  ['data.json', '', '\n', '{}'],
  ['settings.yaml', 'a: 1', '\n', 'b: 2\n'],
  ['nginx.conf', '', '\n', ''],
  ['nginx.conf', '', 'proxy_pass a\n', ''],
  ['Gemfile', '', '\n', ''],
  ['Gemfile', 'gem', '\n', ''],
  ['go.mod', 'module a\nrequire (\n', '\n', ''],
  ['Pipfile', '[packages]', '\n', ''],
  ['requirements.txt', '', 'http://a@', ''],
  ['pom.xml', '<project ', 'a', '></project>'],
  ['build.gradle', '', `${'api'.repeat(600)}\n`, ''],
  ['install.sh', '#!/bin/sh\n', 'curl ', '\n'],
  ['.claude/settings.json', '{"hooks":[{"command":"', 'curl ', '"}]}'],
  ['main.tf', 'locals {\n  a = 1', ' + 1', '\n}\n'],
  ['main.tf', 'locals {\n  a = ', 'a::', 'a\n}\n'],
  ['main.tf', '', 'a{}', ''],
  ['a.c', 'void f(void) { char *a = malloc(sizeof(', ' ', 'char @)); }'],
  ['a.cpp', 'void f() { char *a = new ', 'a ', '[9 ]; }'],
  ['a.c', 'int a[0x', 'uL', '1];'],
  ['a.cs', 'class A { int a = 0x', 'A', '1; }'],
  ['a.cs', 'class A { }', '\n', ''],
  ['a.scala', 'class A { val a: ', 'A', '- = 1 }'],
  ['a.swift', 'let a: ', 'A', '@ = 1'],
  ['a.php', '<?php\n', '$a = <<<T\n\nT;\n', ''],
  ['a.php', '<?php\nnamespace A;\n', 'use a\n', ''],
  ['a.php', '<?php\nnamespace A;\n', 'use a\\{\n', ''],
  ['a.php', '<?php\nnamespace A;\nnew ', 'A', ''],
  ['a.php', '<?php\nnamespace A;\n\\', 'a\\', ''],
  ['a.haml', '%a{', 'a', '}\n'],
  ['a.pug', 'a(', 'a', ')\n'],
  ['a.vm', '', '$a(', ''],
  ['a.vm', '', '$a[', ''],
  ['a.vm', '', '$!{', ''],
  ['a.cshtml', '', '@(', ''],
  ['a.cshtml', '', '@a[', ''],
  ['a.ftl', '', '${', ''],
  ['a.ftl', '', '<#', ''],
  ['a.jelly', '', '<?jelly ', ''],
];

describe('a file of 64 kB is analysed to its end by every engine', () => {
  test.each(texts)('%s (%#)', async (path, head, filler, tail) => {
    const crashes: unknown[] = [];
    const analyser = new FileAnalyser(engines, createTools(new Uint8Array(32)), {
      onCrash: (crash) => crashes.push(crash),
    });
    const content = Buffer.from(`${head}${filler.repeat(Math.ceil(bytes / filler.length))}${tail}`);
    const wanted = engines.filter((engine) => engine.wants(path, content.length)).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(0);
    const { results } = await analyser.analyse(path, content, wanted);
    const notes = Object.values(results).flatMap((result) =>
      result ? (JSON.parse(result).notes ?? []) : [],
    );
    expect(notes.map(({ reason }: { reason: string }) => reason)).not.toContain('time_limit');
    expect(crashes).toEqual([]);
    expect(analyser.isSpent).toBe(false);
  });
});

test('no expression searches for a line that begins with blanks by one that also takes line breaks', () => {
  const folder = join(import.meta.dirname, '../../src/scan');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      readFileSync(join(folder, path), 'utf8')
        .split('\n')
        // `^\s*` with the flag m reads all empty lines that follow, from each of them again: `^[ \t]*` does not.
        .flatMap((line, i) => (/\^\\s[*+][^/\n]*\/[a-z]*m/.test(line) ? [`${path}:${i + 1}`] : [])),
    );
  expect(found).toEqual([]);
});
