import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { readYaml } from '../../../../formats/yaml/read-yaml.ts';
import { ruleFolders } from '../../frontends/registry.ts';
import { isLibraryFile, loadIndex, ruleFiles, rulesFolder } from '../load-rules.ts';
import type { RawItem, RuleFile } from '../rule-file.ts';

const files = ruleFolders().flatMap((folder) =>
  ruleFiles(folder).map((path) => ({ folder, path, content: readYaml(readFileSync(path, 'utf8')) })),
);

test('a rule says what is wrong and names no API: sinks and calls are in libraries', () => {
  const named = ['call', 'assign', 'read', 'return', 'decorator', 'extends'];
  const wrong = files
    .filter(({ path }) => !isLibraryFile(path))
    .flatMap(({ path, content }) =>
      ((content as RuleFile).rules ?? []).flatMap((rule) =>
        [...((rule['sinks'] ?? []) as RawItem[]), ...((rule['checks'] ?? []) as RawItem[])]
          .filter((item) => named.some((key) => item[key] !== undefined))
          .map(() => `${relative(rulesFolder, path)}: ${rule.id}`),
      ),
    );
  expect(wrong).toEqual([]);
});

test('a file is called after the library that it is about, and nothing else is next to the rules', () => {
  const wrong = files.flatMap(({ folder, path, content }) => {
    const name = relative(`${rulesFolder}/${folder}`, path);
    if (!isLibraryFile(path)) return /^rules\/[a-z-]+\.yaml$/.test(name) ? [] : [name];
    const { library } = content as { library: string };
    return name === `libraries/${library}.yaml` ||
      name === `libraries/_${library}.yaml` ||
      name === 'language.yaml'
      ? []
      : [`${folder}/${name}: ${library}`];
  });
  expect(wrong).toEqual([]);
});

/** What is left of the time when a receiver was known by the name of its method or variable. These numbers only fall. */
const most = { unplaced: 861, anyReceiver: 4_774, variables: 3_823, longText: 467 };

test('names without a library, without a receiver and known by a variable get fewer', () => {
  const unplaced = files
    .filter(({ path }) => path.endsWith('_unplaced.yaml'))
    .reduce((sum, { content }) => sum + factsIn(content), 0);
  const names = ruleFolders().flatMap((folder) => {
    const { byLast, byFirst, open } = loadIndex(folder);
    return [...[...byLast, ...byFirst].flatMap(([, those]) => those), ...open];
  });
  const count = {
    unplaced,
    anyReceiver: names.filter(([name]) => name.startsWith('**')).length,
    variables: names.filter(([, first]) => first?.startsWith('~')).length,
    longText: files.reduce((sum, { content }) => sum + longTextIn(content), 0),
  };
  const risen = Object.entries(count).filter(([name, found]) => found > most[name as keyof typeof most]);
  expect(JSON.stringify(risen)).toEqual('[]');
});

/** Entries of a file: each is a statement about one or more names. */
function factsIn(value: unknown): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + (isFact(item) ? 1 : factsIn(item)), 0);
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, item) => sum + factsIn(item), 0)
    : 0;
}

function isFact(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Expressions over the text of a whole function or file. */
function longTextIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, item) => sum + longTextIn(item), 0);
  const { arg, at, source } = value as Record<string, unknown>;
  const isLong = [arg, at]
    .flat()
    .some((part) => /^(?:text|function|body|callback|class)$/i.test(String(part)));
  return inside + (typeof source === 'string' && isLong ? 1 : 0);
}

test('class names of libraries that are still written in TypeScript get fewer', () => {
  const names = globSync('{frontends,analysis}/**/*.ts', { cwd: codeFolder })
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(codeFolder, name), 'utf8');
      const lists = [...text.matchAll(/`([^`]+)`\.split\(/g)].flatMap(([, words = '']) =>
        words.trim().split(/\s+/),
      );
      const [, types = ''] = /injectedTypes =\s*\/\^\(\?:([^/]+)/.exec(text) ?? [];
      return [...lists, ...(types.match(/[A-Z]\w+/g) ?? [])];
    });
  expect(names.length).toBeLessThanOrEqual(mostNamesInCode);
});

const codeFolder = join(import.meta.dirname, '../..');
const mostNamesInCode = 310;
