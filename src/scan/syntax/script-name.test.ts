import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interpreterOf, scriptName } from './script-name.ts';

test.each([
  ['#!/usr/bin/env node', 'node'],
  ['#!/usr/bin/env -S node --test', 'node'],
  ['#!/usr/bin/env -Sdeno run', 'deno'],
  ['#!/usr/bin/env LANG=C python3.11 -u', 'python'],
  ['#! /usr/local/bin/python3', 'python'],
  ['#!/opt/venv/bin/PYTHON', 'python'],
  ['#!/bin/busybox sh', 'sh'],
  ['#!/usr/bin/env npx ts-node', 'ts-node'],
  ['#!/usr/bin/env -S uv run --script', 'uv'],
  ['#!/usr/bin/env nix-shell\n#! nix-shell -i python3 -p python3', 'python'],
  ['#!/usr/bin/php8.2\r', 'php'],
  ['#!', undefined],
  ['# !/bin/sh', undefined],
  ['', undefined],
])('%j names %s', (line, interpreter) => {
  expect(interpreterOf(`${line}\nx\n`)).toBe(interpreter);
});

test.each([
  ['bin/run', '#!/usr/bin/env node\n', 'bin/run.js'],
  ['bin/run.txt', '#!/usr/bin/python3\n', 'bin/run.txt.py'],
  ['bin/run.js', '#!/usr/bin/env python3\n', 'bin/run.js.py'],
  ['logo.png', '<?php system(1);', 'logo.png.php'],
  ['module.install', '\n<?php\n', 'module.install.php'],
])('%s that begins with %j is read as %s', (path, text, name) => {
  expect(scriptName(path, text)).toEqual({ path: name, isCertain: true });
});

test('a name that agrees with the first line needs no other', () => {
  expect(scriptName('run.ts', '#!/usr/bin/env node\n')).toBeUndefined();
  expect(scriptName('run.zsh', '#!/bin/bash\n')).toBeUndefined();
  expect(scriptName('a.php', '<?php\n')).toBeUndefined();
  expect(scriptName('run', '#!/usr/bin/perl\n')).toBeUndefined();
});

test('what a program loads gives it away, in files that are not documents', () => {
  expect(scriptName('notes.txt', "const a = require('express');\n")).toEqual({
    path: 'notes.txt.js',
    isCertain: false,
  });
  expect(scriptName('data', 'import os\nimport sys\n')).toEqual({ path: 'data.py', isCertain: false });
  expect(scriptName('README.md', "const a = require('express');\n")).toBeUndefined();
  expect(scriptName('notes.txt', 'We import goods from abroad.\n')).toBeUndefined();
});

test('any text has one name or none, in time that grows with its length', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('a', 'a.txt', 'a.js'), (text, path) => {
      for (const start of ['', '#!', '#!/usr/bin/env ', '<?'])
        expect(scriptName(path, start + text)?.path ?? path).toContain(path);
    }),
  );
});
