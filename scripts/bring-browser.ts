import { spawnSync } from 'node:child_process';
import { chromiumVariable, findChromium, showsPages } from '../test/support/browser/find-chromium.ts';
import { installChromium } from '../test/support/browser/install-chromium.ts';

/** `npm test` brings a Chromium with this: it prints the path of one that runs, and installs one where there is none and it may. */
const given = process.env[chromiumVariable];
let found = findChromium(process.env, showsPages);
if (given && given !== 'none' && !showsPages(given)) {
  console.error(`${chromiumVariable} is "${given}", which shows no page.`);
  process.exit(1);
}

if (!found && given !== 'none') {
  console.error('No Chromium found; installing chromium-headless-shell (once) …');
  const whyNot = installChromium(
    (command, args, timeout) =>
      spawnSync(command, args, {
        // The path is all that goes to the standard output.
        stdio: ['ignore', 'ignore', 2],
        timeout,
        killSignal: 'SIGKILL',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status,
    { isRoot: process.getuid?.() === 0 },
  );
  found = findChromium(process.env, showsPages);
  if (!found)
    console.error(`No Chromium could be installed: ${whyNot ?? 'the installed one shows no page'}.`);
}
console.log(found ?? '');
