import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../test/support/code-scan.ts';

/** Severities of what is found about commands. */
async function commands(files: Record<string, string>): Promise<string[]> {
  const findings = await findingsIn(files);
  return findings
    .filter(({ ruleId }) => ruleId === 'javascript-command-injection')
    .map(({ severity, trace }) => `${severity}${trace ? ` from ${trace[0]!.file}` : ''}`);
}

const exec = "const { execFile } = require('child_process');\n";
const run = "execFile('sh', ['-c', text]);";
const viaRequire = "const tool = require('./tool');\n";

/** How a file offers a function `go`, and how another one gets at what has it. */
const forms: Array<[title: string, text: string, taken?: string]> = [
  ['exports.go = function', `exports.go = function (text) { ${run} };`],
  ['exports.go = an arrow function', `exports.go = async (text) => { ${run} };`],
  ['module.exports.go', `module.exports.go = function (text) { ${run} };`],
  ['an object of functions', `module.exports = { go: function (text) { ${run} } };`],
  ['an object of arrow functions', `module.exports = { go: (text) => { ${run} } };`],
  ['another name outside', `function start(text) { ${run} }\nmodule.exports = { go: start };`],
  ['a variable', `const tool = {};\ntool.go = function (text) { ${run} };\nmodule.exports = tool;`],
  ['what is added later', `const tool = {};\nmodule.exports = tool;\ntool.go = (text) => { ${run} };`],
  ['a variable for the exports', `const tool = (module.exports = {});\ntool.go = (text) => { ${run} };`],
  ['functions of a function', `function tool() {}\ntool.go = (text) => { ${run} };\nmodule.exports = tool;`],
  ['a function around the file', `(function () {\n  module.exports = { go: (text) => { ${run} } };\n})();`],
  [
    'a factory for three kinds of modules',
    `(function (root, make) {\n  if (typeof define === 'function' && define.amd) define([], make);\n  else if (typeof module === 'object' && module.exports) module.exports = make();\n  else root.tool = make();\n})(this, function () {\n  function go(text) { ${run} }\n  return { go: go };\n});`,
  ],
  [
    'a default export',
    `const tool = { go: (text) => { ${run} } };\nexport default tool;`,
    "import tool from './tool';\n",
  ],
  [
    'an exported object',
    `export const tool = { go: (text) => { ${run} } };`,
    "import { tool } from './tool';\n",
  ],
  [
    'what a function gives',
    `module.exports = function (options) { return { go: (text) => { ${run} } }; };`,
    "const tool = require('./tool')({});\n",
  ],
  [
    'methods of a prototype',
    `function Tool() {}\nTool.prototype = { go: function (text) { ${run} } };\nmodule.exports = Tool;`,
    "const Tool = require('./tool');\nconst tool = new Tool();\n",
  ],
  [
    'methods of what was exported before',
    `const Tool = (module.exports = function () {});\nTool.prototype.go = function (text) { ${run} };`,
    "const Tool = require('./tool');\nconst tool = new Tool();\n",
  ],
  [
    'an object with a prototype',
    `function Tool() {}\nTool.prototype.go = function (text) { ${run} };\nmodule.exports = new Tool();`,
  ],
];

test.each(forms)('data is followed into what another file exports: %s', async (_, text, taken) => {
  const server = (given: string) =>
    `const express = require('express');\n${taken ?? viaRequire}express().get('/', (req, res) => { tool.go(${given}); res.end(); });\n`;
  const files = (given: string) => ({ 'tool.js': exec + text, 'server.js': server(given) });
  const found = await commands(files('req.query.text'));
  expect(found.filter((each) => each.endsWith('from server.js'))).toHaveLength(1);
  expect((await commands(files("'ls'"))).filter((each) => each.endsWith('from server.js'))).toEqual([]);
});

test('what a package offers is offered wherever in the file it was made', async () => {
  const manifest = { 'package.json': '{ "name": "tool", "main": "tool.js" }' };
  const wrapped = (last: string) =>
    `(function () {\n${exec}var tool = {};\ntool.go = function (name) { require('child_process').exec('ls ' + name); };\n${last}\n})();`;
  expect(await commands({ ...manifest, 'tool.js': wrapped('module.exports = tool;') })).toEqual([
    'medium from tool.js',
  ]);
  // Nobody gets at it.
  expect(await commands({ ...manifest, 'tool.js': wrapped('') })).toEqual(['low']);
});

test('fields of an object in a method of its prototype may hold anything', async () => {
  const text = (bin: string) =>
    `const { exec } = require('child_process');\nfunction Svm(options) { this.bin = options.bin; }\nSvm.prototype.train = function (rows) { exec(${bin} + ' ' + count(rows)); };\nfunction count(rows) { return rows.length; }\nmodule.exports = Svm;\n`;
  expect((await commands({ 'a.js': text('this.bin') }))[0]).toMatch(/^medium/);
  expect(await commands({ 'a.js': text("'svm'") })).toEqual([]);
});
