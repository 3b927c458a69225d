import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Makes `clients/typescript/dist` and packs it: `npm run package:client` leaves a tarball in the folder it is called from. */
const client = join(import.meta.dirname, '..', 'clients', 'typescript');
const target = process.argv[2] ?? process.cwd();

rmSync(join(client, 'dist'), { recursive: true, force: true });
run('tsc', ['-p', client]);
run('npm', ['pack', '--loglevel=error', '--ignore-scripts', '--pack-destination', target]);

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: client, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
