import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCodeRuleExamples } from '../../src/scan/engines/code/check-examples.ts';
import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts } from '../../src/scan/engines/code/domain/facts.ts';
import { type LanguageModule, languageModules } from '../../src/scan/engines/code/frontends/registry.ts';
import { printModule } from '../../src/scan/engines/code/ir/print-ir.ts';
import { rulesFolder } from '../../src/scan/engines/code/knowledge/load-rules.ts';
import { LanguageTable, languages } from '../../src/scan/syntax/languages.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';
import { parserLimits } from '../../src/scan/syntax/parser-limits.ts';
import { lowerToy } from './toy-language/lower.ts';

/**
 * A language is a folder (`toy-language/`, in place of `frontends/toy/`), a line of the registry and a folder of rules. Its grammar is one that
 * is there already, under an extension of its own.
 */
const toy: LanguageModule = {
  rules: 'toy',
  example: 'example.toy',
  load: () => import('./toy-language/traits.ts'),
};
const registry = new Map([...languageModules, ['toy', toy]]);
const table = new LanguageTable([
  ...languages,
  { ...languages.find(({ id }) => id === 'bash')!, id: 'toy', extensions: ['toy'] },
]);
const parser = await createParser(parserLimits, table);

let rules: string;

beforeAll(() => {
  rules = mkdtempSync(join(tmpdir(), 'lorekeep-toy-'));
  for (const name of readdirSync(rulesFolder)) symlinkSync(join(rulesFolder, name), join(rules, name));
  symlinkSync(join(import.meta.dirname, 'toy-language', 'rules', 'toy'), join(rules, 'toy'));
});

afterAll(() => rmSync(rules, { recursive: true }));

async function scan(files: Record<string, string>) {
  const engine = createCodeEngine({ rulesFolder: rules, languages: registry, languageTable: table });
  await engine.prepare!(Object.keys(files));
  const tools = { hashSecret: (value: string) => value };
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  const findings = Object.entries(files).flatMap(([path, text]) => {
    expect(engine.wants(path, text.length)).toBe(true);
    const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
    const analysis = engine.analyse(file, tools);
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
    return analysis.findings;
  });
  return [...findings, ...engine.conclude!(facts, tools).findings].map(
    ({ ruleId, file, startLine }) => `${file}:${startLine} ${ruleId}`,
  );
}

test('a language that is added is lowered', () => {
  const text = 'take name\nrun "ls $name"\n';
  expect(printModule(lowerToy(parser.parse('a.toy', text)!, text))).toBe(
    'locals name\nname = user.take()\nrun(template("ls ", name))\n',
  );
});

test('a language that is added has its flows found, through its own functions', async () => {
  const text = 'greet() {\n  give "echo $it"\n}\ntake name\ngreet $name\nrun "ls $name"\nrun ls\n';
  expect(await scan({ 'a.toy': text })).toEqual(['a.toy:6 toy-run']);
});

test('a language that is added has its flows found across files', async () => {
  const files = {
    'main.toy': 'use disk\ntake name\ndisk.list $name\n',
    'disk.toy': 'list() {\n  run "ls $it"\n}\n',
  };
  expect(await scan(files)).toEqual(['disk.toy:2 toy-run']);
});

test('a language that is added changes nothing for the others', async () => {
  expect(await scan({ 'a.sh': 'eval "$1"\n', 'b.toy': 'take x\nrun $x\n' })).toEqual([
    'a.sh:1 bash-eval',
    'b.toy:2 toy-run',
  ]);
});

test('the examples of its rules are run, as those of every language are', async () => {
  const only = new Map([['toy', toy]]);
  const report = await checkCodeRuleExamples({ rulesFolder: rules, languages: only, languageTable: table });
  expect(report.failures).toEqual([]);
  expect(report.rules).toBeGreaterThan(0);
});

test('no room of the engine but the front ends names a language', () => {
  const engine = join(import.meta.dirname, '..', '..', 'src', 'scan', 'engines', 'code');
  // A name of one character is also the mark of a kind of value.
  const ids = [...languageModules.keys()].filter((id) => id.length > 1);
  const named = new RegExp(`'(?:${ids.join('|')})'`);
  const files = globSync('{analysis,domain,ir,judging,knowledge,linking,reading}/**/*.ts', { cwd: engine });
  expect(files.length).toBeGreaterThan(80);
  const wrong = files.filter(
    (file) => !file.endsWith('.test.ts') && named.test(readFileSync(join(engine, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});
