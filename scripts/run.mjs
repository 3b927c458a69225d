// `npm start` and `npm run lorekeep`: installs what is missing, then runs src/main.ts on Node 24 or newer. Plain JavaScript, since it
// must start on whatever Node the machine has (18 or newer).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installIfMissing } from './install-if-missing.mjs';

await installIfMissing('run');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const main = join(root, 'src', 'main.ts');
const args = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv = [process.execPath, main, ...args];
  // Before the first file of TypeScript: what reads those takes longer to start than the whole program, and what is kept needs none. Not
  // the folder of some other place, for the same reason as in src/platform/compile-cache-folder.ts.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'lorekeep'));
  const { wantsLinking } = await import(pathToFileURL(main).href);
  if (wantsLinking) {
    const { linkCheckout } = await import('./link/link-scan.ts');
    await linkCheckout();
  }
} else {
  // Only the first start comes here: from then on npm finds the Node of the dependencies before the machine's own.
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!existsSync(node)) {
    console.error(
      `lorekeep: needs Node 24 or newer; this is ${process.version}, and none comes for ${process.platform} ${process.arch}. "npm run lorekeep doctor" on Node 24 says how to get one; so does https://nodejs.org/en/download.`,
    );
    process.exit(1);
  }
  const child = spawn(node, [main, ...args], { stdio: 'inherit', shell: process.platform === 'win32' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
