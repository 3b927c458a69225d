import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readYaml } from '../../../formats/yaml/read-yaml.ts';
import { ruleFolders } from '../frontends/registry.ts';
import { templateFolder } from '../templates/template-rules.ts';
import { compilePart } from './compile-part.ts';
import { packagedLibrarySchema } from './library/library-schema.ts';
import { isLibraryFile, loadIndex, loadRules, packRules, ruleFiles, rulesFolder } from './load-rules.ts';
import { NamePattern } from './name-pattern.ts';
import { openWordsOf } from './open-alternatives.ts';
import { ruleFileSchema } from './rule-schema.ts';
import { RuleSet } from './rule-set.ts';

const files = [...ruleFolders(), templateFolder]
  .flatMap((folder) => ruleFiles(folder))
  .map((file) => ({ name: relative(rulesFolder, file), text: readFileSync(file, 'utf8') }));

/** The rules of all engines. */
const allFiles = globSync('**/*.yaml', { cwd: dirname(rulesFolder) })
  .sort()
  .map((name) => ({ name, text: readFileSync(join(dirname(rulesFolder), name), 'utf8') }));

test('no folder of rules is without examples', async () => {
  const withRules = files.filter(({ text }) => /^rules:/m.test(text));
  expect(withRules.length).toBeGreaterThan(50);
  expect(withRules.filter(({ text }) => !/^ *examples:/m.test(text)).map(({ name }) => name)).toEqual([]);
});

test.each(files)('$name is read as a general YAML reader would', ({ text }) => {
  expect(readYaml(text)).toEqual(parse(text));
});

test.each(files)('$name has the shape of its kind of file', ({ name, text }) => {
  const schema = isLibraryFile(join(rulesFolder, name)) ? packagedLibrarySchema : ruleFileSchema;
  expect(schema.safeParse(readYaml(text)).error?.issues ?? []).toEqual([]);
});

// A scan compiles only what it meets, so a broken expression would fail on the one file that meets it.
test.each(ruleFolders())('every name and expression of %s compiles', (folder) => {
  const index = loadIndex(folder);
  for (const part of index.parts) compilePart(part, index.items[part.item]!, index.rules);
  for (const names of [...index.byLast, ...index.byFirst].map(([, names]) => names))
    for (const [pattern] of names) expect(new NamePattern(pattern).reversed.length).toBeGreaterThan(0);
});

test.each(files)(
  'in $name nothing reads on through a whole function or file from every place of it',
  ({ text }) => {
    const gap = /(?:\[\\s\\S\]|\[\^(?!\\n)(?:\\.|[^\]\\])*\])[*+](?!$|\|)/;
    const unbounded = conditionsOf(readYaml(text)).filter(
      ({ arg, at, source }) =>
        [arg, at].flat().some((part) => /^(?:text|function|body)$/i.test(String(part))) &&
        !/^(?:\(\?i\))?\^/.test(source) &&
        gap.test(source),
    );
    // Write how far it may read, such as [^;]{0,200}: what need not end takes time by the square of what is there.
    expect(unbounded).toEqual([]);
  },
);

test.each(allFiles)('every word that $name excludes says where it ends', ({ text }) => {
  // `^(?!r|resp)` excludes everything that begins with an "r".
  expect(openWordsOf(parse(text))).toEqual([]);
});

test('rule ids are unique and start with their language', () => {
  const ids: string[] = [];
  for (const { name, text } of files)
    for (const rule of (readYaml(text) as { rules?: Array<{ id: string }> }).rules ?? []) {
      expect(rule.id.startsWith(`${name.split('/')[0]}-`)).toBe(true);
      ids.push(rule.id);
    }
  expect(new Set(ids).size).toBe(ids.length);
});

interface SourceCondition {
  arg?: unknown;
  at?: unknown;
  source: string;
}

function conditionsOf(value: unknown): SourceCondition[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(conditionsOf);
  return 'source' in value && typeof value.source === 'string'
    ? [value as SourceCondition, ...inside]
    : inside;
}

test('what a packed installation reads are the same rules, without examples', () => {
  const packed = packRules(ruleFolders(), templateFolder);
  expect([...packed.keys()].sort()).toEqual(
    [...ruleFolders().map((folder) => `rules-${folder}.json`), `files-${templateFolder}.json`].sort(),
  );
  for (const folder of ruleFolders()) {
    const text = packed.get(`rules-${folder}.json`)!;
    const rules = new RuleSet(JSON.parse(text));
    expect(rules.rules.map(({ id }) => id)).toEqual(loadRules(folder).rules.map(({ id }) => id));
    expect(text).not.toContain('"examples"');
  }
});
