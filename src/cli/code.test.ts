import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { InspectedFile } from '../scan/engines/code/inspect-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = [
  "const { exec } = require('child_process');",
  "require('express')().get('/', (req, res) => {",
  '  const raw = req.query.name;',
  '  const count = Number(raw);',
  "  exec('ls ' + raw);",
  "  exec('ls ' + count);",
  '});',
].join('\n');

test('a trace says where a tainted value comes from and over which lines', async () => {
  const trace = (await InspectedFile.open('app.js', program))!.trace(5);
  const argument = trace.expressions.find(({ code }) => code === "'ls ' + raw");
  expect(argument?.taints).toContainEqual(
    expect.objectContaining({ origin: 'remote: the HTTP request', clearedFor: [] }),
  );
  expect(argument?.text).toBe('ls …');
  expect(trace.findings.map(({ ruleId }) => ruleId)).toContain('javascript-command-injection');
});

test('a trace says what a value was cleared for, where nothing is found', async () => {
  const trace = (await InspectedFile.open('app.js', program))!.trace(6);
  const argument = trace.expressions.find(({ code }) => code === "'ls ' + count");
  expect(argument?.taints.length).toBeGreaterThan(0);
  for (const { clearedFor } of argument!.taints) expect(clearedFor).toContain('shell');
  expect(trace.findings).toEqual([]);
});

test('a trace says which harm a sanitizer clears', async () => {
  const program = 'from html import escape\nx = str(1)\ny = escape(x)\nz = int(x)\n';
  const file = (await InspectedFile.open('a.py', program))!;
  const known = (line: number) => file.trace(line).expressions.flatMap((expression) => expression.known);
  expect(known(2)).toContain('sanitizer of nosql');
  expect(known(3).filter((fact) => fact.startsWith('sanitizer of '))).toEqual(['sanitizer of html, xml']);
  expect(known(4)).toContain('sanitizer of every label');
});

test('a trace names the sink that the rules know', async () => {
  const trace = (await InspectedFile.open('app.js', program))!.trace(5);
  const callee = trace.expressions.find(({ code }) => code === 'exec');
  expect(callee).toMatchObject({ name: 'child_process.exec' });
  expect(callee?.known).toContain('sink of javascript-command-injection');
});

test('a file of no known language opens as nothing', async () => {
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'text');
  expect(await InspectedFile.open(path, 'text')).toBeUndefined();
});
