import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A path in this variable is used as it is; `none` skips the tests in a browser. */
export const chromiumVariable = 'LOREKEEP_TEST_CHROMIUM';

const commands = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  'chromium-browser',
  'microsoft-edge',
];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Root has no sandbox to give a process, and containers often have a /dev/shm of 64 MB. */
export const chromiumFlags = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** The path of a Chromium of this machine that passes `check`; undefined where there is none, or where none is wanted. */
export function findChromium(
  environment: NodeJS.ProcessEnv,
  check: (command: string) => boolean = saysItsVersion,
): string | undefined {
  const given = environment[chromiumVariable];
  if (given === 'none') return undefined;
  if (given) return given;
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...onPath, ...applications].find((path) => existsSync(path) && check(path));
}

/** Cheap, but some distributions install a script that only says what to install, and a library may be missing. */
function saysItsVersion(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/** Shows a page: what a browser must do to be of use here. */
export function showsPages(command: string): boolean {
  const args = ['--headless', ...chromiumFlags, '--dump-dom', 'data:text/html,<p>it%20runs</p>'];
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  return status === 0 && stdout.includes('<p>it runs</p>');
}
