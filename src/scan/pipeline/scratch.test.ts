import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/git-folder.ts';
import { makeScratch, removeAbandoned } from './scratch.ts';

test('what killed scans left goes after a day, and nothing that may belong to a running one or to somebody else', async () => {
  const above = temporaryFolder();
  const gone = spawnSync('true').pid;
  const make = (name: string, days: number): void => {
    mkdirSync(join(above, name, 'repository'), { recursive: true });
    writeFileSync(join(above, name, 'repository', 'HEAD'), 'x');
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(join(above, name), at, at);
  };
  make(`lorekeep-scan-${gone}-aB3dE6`, 2);
  make(`lorekeep-scan-${gone}-young0`, 0.5);
  make(`lorekeep-scan-${process.pid}-running`.slice(0, -1), 2);
  make('lorekeep-scan-data01', 2);
  make('somebody-elses', 2);
  symlinkSync(join(above, 'somebody-elses'), join(above, `lorekeep-scan-${gone}-linked`));
  const before = readdirSync(above);
  expect(await removeAbandoned(above, Date.now())).toEqual({ removed: 1, left: [] });
  expect(readdirSync(above)).toEqual(before.filter((name) => !name.endsWith('aB3dE6')));
  const own = await makeScratch(above);
  expect(await removeAbandoned(above, Date.now() + 2 * 86_400_000)).toEqual({ removed: 1, left: [] });
  expect(readdirSync(above)).toContain(own.slice(above.length + 1));
});

test('a folder that is not there holds nothing to remove', async () => {
  expect(await removeAbandoned(join(temporaryFolder(), 'none'), 0)).toEqual({ removed: 0, left: [] });
});
