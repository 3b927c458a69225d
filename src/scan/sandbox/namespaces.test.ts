import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { tryNamespaces } from './namespaces.ts';

const sandbox = tryNamespaces(process.env['PATH'] ?? '');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs a command where only these can be seen. */
function run(readOnly: string[], command: string): string {
  if (typeof sandbox === 'string') throw new Error(sandbox);
  const [program, ...args] = sandbox.wrap({ readOnly, writable: [], root: newFolder() });
  return execFileSync(program!, [...args, '/bin/sh', '-c', command], { encoding: 'utf8' });
}

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lorekeep-namespaces-')));
  folders.push(folder);
  return folder;
}

test.skipIf(typeof sandbox === 'string')(
  'files and folders below one that is visible already are visible too: a program next to its own Node',
  () => {
    const program = newFolder();
    mkdirSync(join(program, 'lib'));
    writeFileSync(join(program, 'lib', 'package.json'), 'found');
    const readOnly = [program, join(program, 'lib'), join(program, 'lib', 'package.json')];
    expect(run(readOnly, `cat ${join(program, 'lib', 'package.json')}`)).toBe('found');
  },
);

test.skipIf(typeof sandbox === 'string')(
  'a link that leads out of a visible folder shows what was named, and nothing else of where it leads',
  () => {
    const [program, elsewhere] = [newFolder(), newFolder()];
    mkdirSync(join(elsewhere, 'rules'));
    writeFileSync(join(elsewhere, 'rules', 'a'), 'rule');
    writeFileSync(join(elsewhere, 'secret'), 'secret');
    symlinkSync(join(elsewhere, 'rules'), join(program, 'rules'));
    const seen = run(
      [program, join(elsewhere, 'rules')],
      `cat ${join(program, 'rules', 'a')}; ls ${elsewhere}`,
    );
    expect(seen).toBe('rulerules\n');
  },
);
