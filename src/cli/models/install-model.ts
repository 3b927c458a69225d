import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { InstallableModel } from '../../memory/embedding/installable-models.ts';
import { parseManifest } from '../../memory/embedding/model-manifest.ts';
import { packageFiles } from './package-files.ts';

/**
 * Puts a model from an npm package or a folder into its own folder. The manifest must be the one that this release knows and each file the one that the manifest names;
 * until all of that is seen, what was installed before stays in place.
 */
export function installModel(model: InstallableModel, from: string, folder: string): { bytes: number } {
  const read = readerOf(from);
  const manifestBytes = read(model.manifest.path);
  if (sha256(manifestBytes) !== model.manifest.sha256)
    throw new Error(
      `${model.manifest.path} in ${from} is not the one that this release knows; it needs ${model.package}@${model.version}.`,
    );
  const manifest = parseManifest(manifestBytes.toString());
  const files = new Map([[model.manifest.path, manifestBytes]]);
  for (const { path, sha256: expected } of [manifest.model, manifest.tokenizer]) {
    const bytes = read(path);
    if (sha256(bytes) !== expected)
      throw new Error(`${path} in ${from} is not the file that its manifest names.`);
    files.set(path, bytes);
  }
  replaceFolder(folder, files);
  return { bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0) };
}

function readerOf(from: string): (name: string) => Buffer {
  if (!existsSync(from)) throw new Error(`there is no file or folder ${JSON.stringify(from)}.`);
  const files = statSync(from).isDirectory() ? undefined : packageFiles(readFileSync(from));
  return (name) => {
    if (basename(name) !== name) throw new Error(`${JSON.stringify(name)} is not a plain file name.`);
    const path = join(from, name);
    const bytes = files ? files.get(name) : existsSync(path) ? readFileSync(path) : undefined;
    if (!bytes) throw new Error(`${from} does not hold ${name}.`);
    return bytes;
  };
}

/** Written next to it first, so that a full disk or a crash leaves the model as it was. */
function replaceFolder(folder: string, files: ReadonlyMap<string, Buffer>): void {
  const [next, old] = [`${folder}.${randomUUID()}`, `${folder}.${randomUUID()}`];
  try {
    mkdirSync(next, { recursive: true });
    for (const [name, bytes] of files) writeFileSync(join(next, name), bytes, { flush: true });
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(next, folder);
  } catch (error) {
    if (!existsSync(folder) && existsSync(old)) renameSync(old, folder);
    throw error;
  } finally {
    rmSync(next, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
