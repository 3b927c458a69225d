import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadTemplateRules } from './template-rules.ts';

/** The one rule of a folder that has a file with this text. */
function ruleOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'templates', 'rules'), { recursive: true });
  writeFileSync(join(folder, 'templates', 'rules', 'a.yaml'), text);
  writeFileSync(join(folder, 'templates', 'rules', 'b.yaml'), 'exits: []\n');
  const rules = loadTemplateRules(folder);
  expect(rules).toHaveLength(1);
  return rules[0]!;
}

const head =
  'rules:\n  - id: a\n    title: t\n    severity: low\n    confidence: high\n    category: c\n    cwe: [CWE-79]\n    owasp: []\n    message: m\n    suggestion: s\n';
const meta = {
  ...{ id: 'a', title: 't', severity: 'low', confidence: 'high', category: 'c' },
  ...{ cwe: ['CWE-79'], owasp: [], message: 'm', suggestion: 's', references: [] },
};

test('a rule about pages that says little', () => {
  expect(ruleOf(`${head}    match: { on: raw }\n`)).toEqual({ ...meta, on: 'raw' });
  expect(ruleOf(head)).toEqual(meta);
});

test('a rule about pages that says all', () => {
  const words = [
    'element',
    'attribute',
    'expression',
    'unless',
    'without',
    'having',
    'lacks',
    'page',
    'notPage',
  ];
  const match = words.map((word) => `      ${word}: "^${word}"\n`).join('');
  const low =
    '      low: { expression: "^x", syntaxes: [erb], textOnly: true, inBlock: true, quoted: true, inName: true, unwritten: true }\n';
  const rest = `      syntaxes: [erb]\n      places: [text]\n      first: false\n      inSyntax: { jsp: "^j" }\n${low}`;
  expect(ruleOf(`${head}    references: [r]\n    match:\n      on: element\n${match}${rest}`)).toEqual({
    ...meta,
    references: ['r'],
    on: 'element',
    ...Object.fromEntries(words.map((word) => [word, new RegExp(`^${word}`)])),
    syntaxes: ['erb'],
    places: ['text'],
    isFirst: false,
    inSyntax: { jsp: /^j/ },
    low: {
      expression: /^x/,
      syntaxes: ['erb'],
      textOnly: true,
      inBlock: true,
      quoted: true,
      inName: true,
      unwritten: true,
    },
  });
});

test('what is rated low is said word by word', () => {
  expect(ruleOf(`${head}    match: { on: raw, low: {} }\n`).low).toEqual({
    expression: undefined,
    syntaxes: [],
    textOnly: false,
    inBlock: false,
    quoted: false,
    inName: false,
    unwritten: false,
  });
});
