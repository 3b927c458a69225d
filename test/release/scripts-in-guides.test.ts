import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('what the guides say to run in a checkout installs its tools first', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);
  const pages = ['README.md', 'clients/typescript/README.md', 'clients/python/README.md', ...guides];
  const named = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/npm run (?:-s |--silent )?([a-z:]+)/g)].map(
      ([, script]) => script!,
    ),
  );
  // Whoever only ran `npm start` has no compiler, and a fresh clone perhaps an old Node; "lorekeep" takes care of both itself.
  const unprepared = [...new Set(named)].filter(
    (script) => script !== 'lorekeep' && !scripts[script]?.startsWith('node scripts/with-tools.mjs '),
  );
  expect(named).toEqual(expect.arrayContaining(['release', 'package:client']));
  expect(unprepared).toEqual([]);
});
