import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Makes `clients/typescript/dist` and packs it: `npm run package:client` leaves a tarball in the folder it is called from. */
const client = join(import.meta.dirname, '..', 'clients', 'typescript');
const target = process.argv[2] ?? process.cwd();

rmSync(join(client, 'dist'), { recursive: true, force: true });
// Comments are for the types, which editors show; the code does without.
run('tsc', ['-p', client, '--emitDeclarationOnly']);
run('tsc', ['-p', client, '--declaration', 'false', '--removeComments']);
// The compiler writes the extensions of the sources into declarations; older compilers do not find those.
for (const name of readdirSync(join(client, 'dist')).filter((one) => one.endsWith('.d.ts'))) {
  const file = join(client, 'dist', name);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/(from|import\()( ?)'(\.[^']+)\.ts'/g, "$1$2'$3.js'"),
  );
}
removeUnreached();
run('npm', ['pack', '--loglevel=error', '--ignore-scripts', '--pack-destination', target]);

/** Declarations that no entry point leads to describe what nobody can import. */
function removeUnreached(): void {
  const { exports } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as {
    exports: Record<string, { types: string }>;
  };
  const reached = new Set(Object.values(exports).map(({ types }) => basename(types)));
  for (const name of reached) {
    const text = readFileSync(join(client, 'dist', name), 'utf8');
    for (const [, other] of text.matchAll(/'\.\/([^']+)\.js'/g)) reached.add(`${other}.d.ts`);
  }
  for (const name of readdirSync(join(client, 'dist')))
    if (name.endsWith('.d.ts') && !reached.has(name)) rmSync(join(client, 'dist', name));
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: client, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
