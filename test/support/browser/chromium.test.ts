import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../app.ts';
import { findChromium, showsPages } from './find-chromium.ts';
import { installChromium } from './install-chromium.ts';

/** A folder with one command that does what the script says. */
function folderWith(name: string, script: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

test('a Chromium on the path is found by its whole path, unless one is named or none is wanted', () => {
  const folder = folderWith('chromium', 'echo Chromium 1');
  const chromium = join(folder, 'chromium');
  expect(findChromium({ PATH: folder })).toBe(chromium);
  expect(findChromium({ PATH: folder, LOREKEEP_TEST_CHROMIUM: '/mine' })).toBe('/mine');
  expect(findChromium({ PATH: folder, LOREKEEP_TEST_CHROMIUM: 'none' })).toBeUndefined();
  expect(findChromium({ PATH: temporaryFolder() }, () => false)).toBeUndefined();
});

test('a command that does not start, or shows no page, is no Chromium', () => {
  const stub = folderWith('chromium-browser', 'echo "install the snap" >&2; exit 1');
  const real = folderWith('google-chrome', 'exit 0');
  expect(findChromium({ PATH: `${real}:${stub}` })).toBe(join(real, 'google-chrome'));
  expect(showsPages(join(real, 'google-chrome'))).toBe(false);
  const shows = folderWith('chromium', 'echo "<html><p>it runs</p></html>"');
  expect(showsPages(join(shows, 'chromium'))).toBe(true);
});

/** What the installation runs, where a command ends as `status` says; each with its limit. */
function install(status: (line: string) => number | null, isRoot = true) {
  const lines: string[] = [];
  const whyNot = installChromium(
    (command, args, timeoutMs) => {
      const line = [command, ...args].join(' ');
      lines.push(line);
      expect(timeoutMs).toBeLessThanOrEqual(600_000);
      return status(line);
    },
    { isRoot },
  );
  return { whyNot, lines };
}

test('Chromium is downloaded under a limit, and installed without the network', () => {
  const { whyNot, lines } = install(() => 0);
  expect(whyNot).toBeUndefined();
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('--download-only');
  expect(lines[2]).toContain('--no-download');
});

test('lists that are missing or old are brought up to date once', () => {
  let updated = false;
  const { whyNot, lines } = install((line) => {
    if (line.endsWith('update')) updated = true;
    return line.includes('--download-only') && !updated ? 100 : 0;
  });
  expect(whyNot).toBeUndefined();
  expect(lines.filter((line) => line.endsWith('update'))).toHaveLength(1);
});

test.each<[string, (line: string) => number | null, boolean, string]>([
  ['there is no apt-get', () => null, true, 'no apt-get'],
  ['this is not root', () => 0, false, 'only root'],
  ['the network is away', (line) => (/update|download-only/.test(line) ? null : 0), true, 'update failed'],
  ['there is no such package', (line) => (line.includes('download-only') ? 100 : 0), true, 'download'],
  ['the disk is full', (line) => (line.includes('--no-download') ? 100 : 0), true, 'could not install'],
])('it says why nothing was installed where %s', (_, status, isRoot, text) => {
  expect(install(status, isRoot).whyNot).toContain(text);
});
