import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningPackages } from './lay-out-program.ts';
import { type ReleaseFacts, root } from './release-facts.ts';

/** `lorekeep-<version>.cdx.json`: what is in the program, found by our own scanner in the part of our lockfile that is installed. */
export function makeSbom(work: string, out: string, { version }: ReleaseFacts): string {
  const folder = join(work, 'sbom');
  mkdirSync(folder);
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Record<string, unknown>>;
  };
  const { devDependencies: _, workspaces: __, ...own } = lockfile.packages['']!;
  const packages = Object.fromEntries([
    ['', own],
    ...runningPackages().map((path) => [path, lockfile.packages[path]]),
  ]);
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lockfile, packages }));
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  const name = `lorekeep-${version}.cdx.json`;
  execFileSync(
    process.execPath,
    [
      join(root, 'src', 'main.ts'),
      'scan',
      folder,
      '--engines',
      'dependencies',
      '--format',
      'cyclonedx',
      '--output',
      join(out, name),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  // The scanner sees a folder; here it is known what the folder is.
  const sbom = JSON.parse(readFileSync(join(out, name), 'utf8')) as { metadata: { component: object } };
  Object.assign(sbom.metadata.component, { name: 'lorekeep', version, purl: `pkg:npm/lorekeep@${version}` });
  writeFileSync(join(out, name), `${JSON.stringify(sbom, null, 2)}\n`);
  return name;
}
