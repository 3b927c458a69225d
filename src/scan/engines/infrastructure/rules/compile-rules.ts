import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { actionFiles } from '../workflow/knowledge/action-knowledge.ts';
import type { CompiledRule, WrittenRule } from './infrastructure-rule.ts';
import { readRulePack } from './read-rule-pack.ts';
import { type PackList, rulesFolder } from './rule-library.ts';
import { finishTexts } from './texts/finish-texts.ts';

/** Every rule file, by its name without the extension. */
export function readRuleFiles(): Map<string, WrittenRule[]> {
  const files = readdirSync(rulesFolder)
    .filter((file) => file.endsWith('.yaml'))
    .sort();
  const packs = files.map((file): [string, WrittenRule[]] => {
    const name = file.slice(0, -'.yaml'.length);
    return [name, readRulePack(name, readFileSync(new URL(file, rulesFolder), 'utf8'))];
  });
  return finishTexts(new Map(packs));
}

/** The files of `rules/infrastructure/compiled/`: each pack as it is used, without its examples, and a list with the version of them all. */
export function compileRuleFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const hash = createHash('sha256');
  const written = readRuleFiles();
  for (const [name, rules] of written) {
    const compiled = rules.map(({ bad: _, good: __, ...rule }): CompiledRule => rule);
    const text = `[\n${compiled.map((rule) => JSON.stringify(rule)).join(',\n')}\n]\n`;
    hash.update(`${name}\n`).update(text);
    files.set(`${name}.json`, text);
  }
  // What is known about actions is not compiled, but answers depend on it.
  for (const name of actionFiles)
    hash.update(`${name}\n`).update(readFileSync(new URL(`actions/${name}.json`, rulesFolder)));
  const list: PackList = { version: hash.digest('hex').slice(0, 16), packs: [...written.keys()] };
  return files.set('packs.json', `${JSON.stringify(list, null, 2)}\n`);
}
