import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { expandTemplate } from '../../src/scan/engines/secrets/rules/example-template.ts';
import type { EngineId } from '../../src/scan/model/finding.ts';
import { useHarness } from './use-harness.ts';

/**
 * A repository with a finding of severity high does not pass a gate, however the file is dressed up: either the finding is there, or the scan says that
 * something could not be analysed.
 */

const harness = await useHarness();
let count = 0;

type Files = Record<string, string | Uint8Array | { link: string }>;

async function passes(files: Files, engines: EngineId[]): Promise<boolean> {
  const path = join(harness.root, `dressed-up-${count++}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array)
      writeFileSync(join(path, name), content);
    else symlinkSync(content.link, join(path, name));
  }
  const outcome = await harness.scan(
    { kind: 'folder', path },
    { engines, policy: { failOn: 'high' }, trustRepositoryConfig: true },
  );
  return outcome.status === 'completed' && outcome.policy!.passed;
}

const program = [
  "const express = require('express');",
  "const { exec } = require('child_process');",
  'const app = express();',
  "app.get('/', (req, res) => { exec('ls ' + req.query.dir); res.send('ok'); });",
  '',
].join('\n');
const harmless = program.replace('req.query.dir', "'.'");
const page = "<?php\nsystem($_GET['c']);\n";
const shell = [
  'using System.Diagnostics;',
  'using Microsoft.AspNetCore.Mvc;',
  'public class Files : Controller {',
  '  public void Show(string name) { Process.Start("/bin/sh", "-c \\"ls " + name + "\\""); }',
  '}',
  '',
].join('\n');
const pythonTool = [
  '#!/usr/bin/env python3',
  'import os',
  'from flask import Flask, request',
  'app = Flask(__name__)',
  "@app.route('/')",
  'def run():',
  "    os.system('ls ' + request.args['d'])",
  '',
].join('\n');
const dockerfile = 'FROM ubuntu:20.04\nENV PASSWORD=hunter2hunter2\n';
const pod = [
  'apiVersion: v1',
  'kind: Pod',
  'metadata: { name: web }',
  'spec:',
  '  hostPID: true',
  '  containers:',
  `    - { name: a, image: "a@sha256:${'0'.repeat(64)}", securityContext: { privileged: true } }`,
  '',
].join('\n');
const podAsJson = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { hostPID: true, containers: [{ name: 'a', image: 'a', securityContext: { privileged: true } }] },
});
const workflow = [
  'on: pull_request_target',
  'jobs:',
  '  a:',
  '    runs-on: ubuntu-latest',
  '    steps:',
  '      - run: echo "${{ github.event.pull_request.title }}"',
  '',
].join('\n');
const terraform = 'resource "aws_s3_bucket" "b" {\n  acl = "public-read-write"\n}\n';

test('what is not dressed up is found, and what is harmless passes', async () => {
  expect(await passes({ 'server.js': harmless }, ['code'])).toBe(true);
  for (const files of [{ 'server.js': program }, { 'a.cs': shell }, { 'x.php': page }])
    expect(await passes(files, ['code'])).toBe(false);
  for (const files of [{ Dockerfile: dockerfile }, { 'pod.yaml': pod }, { 'main.tf': terraform }])
    expect(await passes(files, ['infrastructure'])).toBe(false);
});

const many = (text: string, times: number) => text.repeat(times);

describe('code', () => {
  test.each<[string, Files]>([
    [
      'a program under the name of a text, by a link',
      { 'server.js': { link: 'docs/notes.txt' }, 'docs/notes.txt': program },
    ],
    [
      'by links to links',
      {
        'server.js': { link: 'a' },
        a: { link: 'docs/b' },
        'docs/b': { link: '../notes.txt' },
        'notes.txt': program,
      },
    ],
    ['no extension', { run: `#!/usr/bin/env node\n${program}` }],
    ['the extension of a text', { 'notes.txt': `#!/usr/bin/env -S node --test\n${program}` }],
    ['the extension of another language', { 'tool.rb': `#!/usr/bin/env node\n${program}` }],
    ['the first line of another language', { 'server.js': `#!/usr/bin/env python3\n${program}` }],
    ['a text without a first line of its own', { 'data.txt': program }],
    ['PHP in a text', { 'notes.txt': page }],
    ['PHP under the name of a picture', { 'logo.png': page }],
    ['a script of Python', { tool: pythonTool }],
    [
      'a script of Ruby',
      { tool: `#!/usr/bin/ruby\nrequire 'sinatra'\nget '/' do\n  system("ls #{params['d']}")\nend\n` },
    ],
    ['a script of PHP', { tool: `#!/usr/bin/php\n${page}` }],
    ['the head of a library', { 'lib/server.js': `/*! server v1.2.3 (c) 2020, MIT license */\n${program}` }],
    [
      'a table before it',
      {
        'server.js': program
          .replace("exec('ls '", `[${many('0,', 5_000)} exec('ls '`)
          .replace('.dir);', '.dir)];'),
      },
    ],
    [
      'a value from outside at the end of a table',
      {
        'server.js': program
          .replace("exec('ls '", `exec([${many('0,', 5_000)} 'ls '`)
          .replace(' + req.query.dir)', ', req.query.dir].join(" "))'),
      },
    ],
    [
      'methods before it',
      {
        'server.js': `${program.split('\n').slice(0, 3).join('\n')}\nconst all = {\n${Array.from({ length: 2_000 }, (_, i) => `m${i}() {},`).join('\n')}\nrun(req, res) { exec('ls ' + req.query.dir); }\n};\napp.get('/', all.run);\n`,
      },
    ],
    ['a line as long as those of bundles', { 'server.js': `//${'x'.repeat(60_000)}\n${program}` }],
    ['lines that end as few do', { 'server.js': program.replaceAll('\n', '\u2028').padEnd(30_000, ' ') }],
    ['one line', { 'server.js': program.replaceAll('\n', ' ') + many('f(0);', 9_000) }],
    ['a long line of another language', { 'x.php': `${page.trim()} ${many('f(0);', 9_000)}\n` }],
    ['the name of a bundle', { 'server.min.js': program }],
    ['a zero in a comment', { 'server.js': `// \0\n${program}` }],
    [
      'bytes that are no text',
      {
        'x.php': Buffer.concat([Buffer.from([0x47, 0x49, 0x46, 0xff, 0, 0, 0, 0xfe, 0]), Buffer.from(page)]),
      },
    ],
    ['UTF-16', { 'a.cs': Buffer.from(`\ufeff${shell}`, 'utf16le') }],
    ['UTF-16 without a mark', { 'a.cs': Buffer.from(shell, 'utf16le') }],
    ['UTF-16 with the other end first', { 'a.cs': Buffer.from(`\ufeff${shell}`, 'utf16le').swap16() }],
    ['padding', { 'server.js': program + many(`// ${'x'.repeat(100)}\n`, 60_000) }],
    [
      'the first line of a git-lfs pointer',
      { 'x.php': `version https://git-lfs.github.com/spec/v1\n${page}` },
    ],
  ])('%s', async (_, files) => {
    expect(await passes(files, ['code'])).toBe(false);
  });

  test('a link that makes nothing else of a file is no second file, and one that leads outside is not followed', async () => {
    const outside = join(harness.root, 'outside.js');
    writeFileSync(outside, program);
    const files = {
      'a.js': harmless,
      'b.js': { link: 'a.js' },
      'c.js': { link: outside },
      'd.js': { link: '../outside.js' },
    };
    expect(await passes(files, ['code'])).toBe(true);
  });

  test('a link to what the repository excludes is excluded', async () => {
    const files = {
      'server.js': { link: 'notes.txt' },
      'notes.txt': program,
      '.lorekeep.yaml': 'exclude: [notes.txt]\n',
    };
    expect(await passes(files, ['code'])).toBe(true);
  });
});

describe('infrastructure', () => {
  test.each<[string, Files]>([
    [
      'a pod that is called a patch of nothing',
      { 'pod.yaml': pod, 'kustomization.yaml': 'patches:\n  - path: pod.yaml\n' },
    ],
    ['a pod after many objects', { 'pod.yaml': many('apiVersion: v1\nkind: ConfigMap\n---\n', 5_000) + pod }],
    ['padding around a Dockerfile', { Dockerfile: dockerfile + many(`# ${'x'.repeat(100)}\n`, 12_000) }],
    [
      'labels before it',
      { Dockerfile: `FROM ubuntu:20.04\n${many('LABEL a=b\n', 25_000)}ENV PASSWORD=hunter2hunter2\n` },
    ],
    [
      'steps before it',
      {
        '.github/workflows/a.yml': workflow.replace(
          'steps:\n',
          `steps:\n${many('      - run: echo\n', 6_000)}`,
        ),
      },
    ],
    ['the name of settings of a tool', { 'components.yaml': pod }],
    ['the name of a test', { '.vscode/pod.spec.json': podAsJson }],
    ['an extension in capitals', { 'pod.YAML': pod }],
    ['a word with escapes', { 'pod.yaml': pod.replace('apiVersion', '"api\\x56ersion"') }],
    ['a word with escapes in JSON', { 'pod.json': podAsJson.replace('apiVersion', 'api\\u0056ersion') }],
    ['what our reader of YAML does not read', { 'pod.yaml': `%YAML 1.1\n---\n!!map\n${pod}` }],
    ['a Dockerfile with a longer name', { 'app.Dockerfile.txt': dockerfile }],
    [
      'another sign for a continued line',
      { Dockerfile: `# syntax=docker/dockerfile:1\n# escape=\`\n${dockerfile.replace('ENV ', 'ENV `\n')}` },
    ],
    [
      'a comment that is no directive',
      { Dockerfile: dockerfile.replace('\nENV ', '\n# escape=`\nENV \\\n') },
    ],
    ['the other name of Terraform', { 'main.tofu': terraform }],
  ])('%s', async (_, files) => {
    expect(await passes(files, ['infrastructure'])).toBe(false);
  });

  test.each<[string, string]>([
    ['.github/workflows/a.yml', `${workflow}\tbroken: [\n`],
    ['docker-compose.yml', 'services:\n  a: {image: [\n'],
    ['main.tf', `${terraform}resource "a" "b" {{{\n`],
  ])('%s that cannot be read to its end was not parsed', async (path, text) => {
    expect(await passes({ [path]: text }, ['infrastructure'])).toBe(false);
  });
});

describe('secrets', () => {
  const key = `aws_secret_access_key = "${expandTemplate('{b64:38}7a', 'dressed-up')}"\naws_access_key_id = "${expandTemplate('AKIA{B32:16}', 'dressed-up')}"\n`;
  const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0xff]);
  test.each<[string, Files]>([
    ['a file', { 'settings.ini': key }],
    ['a picture', { 'logo.png': Buffer.concat([binary, Buffer.from(key)]) }],
    ['a font', { 'a.woff2': Buffer.concat([binary, Buffer.from(key)]) }],
    ['a packed picture', { 'logo.svgz': gzipSync(key) }],
    ['an archive in an archive', { 'a.gz': gzipSync(gzipSync(key)) }],
    ['UTF-16 without a mark', { 'settings.ini': Buffer.from(key, 'utf16le') }],
    ['a zero', { 'settings.ini': `# \0\n${key}` }],
  ])('%s', async (_, files) => {
    expect(await passes(files, ['secrets'])).toBe(false);
  });
});

describe('dependencies', () => {
  test.each<[string, string]>([
    ['pnpm-lock.yaml', 'lockfileVersion: "9.0"\npackages: {a: [\n'],
    ['package-lock.json', '{"lockfileVersion": 3, "packages": {"a": }}'],
    ['requirements.txt', `django==1.0${many(' ', 30_000)}; python_version > "2"\n`],
  ])('%s that cannot be read was not parsed', async (path, text) => {
    expect(await passes({ [path]: text }, ['dependencies'])).toBe(false);
  });
});
