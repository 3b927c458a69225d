import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { judgingFiles } from './judging-code.ts';

const source = join(import.meta.dirname, '../..');
/** What comes as an argument, and decides nothing by itself. */
const arguments_ = /^(?:config|jobs|telemetry)\//;

test('whatever code the analysis of a file consists of is in the digest of its results', () => {
  const files = new Set(judgingFiles());
  const missing = [...files]
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?!import type).*(?:from|import\()\s*'(\.[^']+\.ts)'/gm)].map(
        ([, specifier]) => join(dirname(file), specifier!),
      ),
    )
    .filter((file) => !files.has(file) && existsSync(file))
    .map((file) => relative(source, file))
    .filter((file) => !arguments_.test(file));
  expect([...new Set(missing)]).toEqual([]);
});

test('a grammar that reads programs in another way is in the digest too', () => {
  const named = judgingFiles().map((file) => relative(join(source, '..'), file));
  expect(named).toContain('grammars/manifest.json');
  expect(named).toContain('package.json');
  expect(named.filter((file) => file.endsWith('.test.ts'))).toEqual([]);
});
