import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammarFolder } from '../../src/scan/syntax/grammar-file.ts';

/** A package of grammars/package.json as it is installed. */
export interface GrammarPackage {
  folder: string;
  version: string;
  licence: string;
  licenceText: string;
  integrity: string;
}

/** Installs next to the manifest and nowhere else: 416 MB that nobody needs who only wants to scan. */
export function installPackages(): void {
  const { status } = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--omit=peer', '--omit=optional', '--loglevel=error'],
    {
      cwd: grammarFolder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error('The packages of grammars/package.json could not be installed.');
}

export function installedPackage(name: string): GrammarPackage {
  const folder = join(grammarFolder, 'node_modules', name);
  const { version, license } = readJson(join(folder, 'package.json')) as {
    version: string;
    license?: string;
  };
  const lock = readJson(join(grammarFolder, 'package-lock.json')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const integrity = lock.packages[`node_modules/${name}`]?.integrity;
  if (!integrity || !license) throw new Error(`${name} has no integrity or no licence.`);
  const licenceName = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  const licenceText = licenceName ? readFileSync(join(folder, licenceName), 'utf8') : '';
  return { folder, version, licence: license, licenceText, integrity };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
