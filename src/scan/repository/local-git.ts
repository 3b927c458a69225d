import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ScanFailure } from '../scan-failure.ts';
import type { ObjectFormat } from './bare-repository.ts';
import { isFullCommit, isValidRef } from './ref-name.ts';

/** The parts of a local repository that we read. Its configuration is not among them: it could name programs to run. */
export interface LocalGit {
  /** HEAD and the index; of a linked work tree its own. */
  gitDir: string;
  /** Objects and refs. */
  commonDir: string;
}

/** Finds the repository of a folder that is a work tree or a bare repository; undefined where it is neither. */
export function findLocalGit(folder: string): LocalGit | undefined {
  const gitDir = gitDirOf(folder);
  if (gitDir === undefined) return undefined;
  const commonDirFile = join(gitDir, 'commondir');
  const commonDir = existsSync(commonDirFile) ? resolve(gitDir, readSmall(commonDirFile).trim()) : gitDir;
  return existsSync(join(commonDir, 'objects')) ? { gitDir, commonDir } : undefined;
}

function gitDirOf(folder: string): string | undefined {
  const dotGit = join(folder, '.git');
  const found = statSync(dotGit, { throwIfNoEntry: false });
  if (found?.isDirectory()) return dotGit;
  if (found?.isFile()) {
    const target = /^gitdir: (.+)$/m.exec(readSmall(dotGit))?.[1];
    return target === undefined ? undefined : resolve(dirname(dotGit), target.trim());
  }
  const isBare =
    existsSync(join(folder, 'HEAD')) &&
    existsSync(join(folder, 'objects')) &&
    existsSync(join(folder, 'refs'));
  return isBare ? folder : undefined;
}

/** The object that HEAD, a branch, a tag or a full commit names; undefined for an unborn branch or an unknown name. */
export function resolveLocalRef(git: LocalGit, ref = 'HEAD'): string | undefined {
  if (isFullCommit(ref)) return ref;
  if (!isValidRef(ref)) {
    throw new ScanFailure('ref_not_found', 'The branch is not a valid branch, tag or full commit.');
  }
  if (existsSync(join(git.commonDir, 'reftable'))) {
    throw new ScanFailure('corrupt_repository', 'Repositories with the reftable format are not supported.');
  }
  const packed = readPackedRefs(git);
  const names = ref === 'HEAD' || ref.startsWith('refs/') ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  for (const name of names) {
    const object = follow(git, name, packed, 5);
    if (object !== undefined) return object;
  }
  return undefined;
}

/** Every object that a branch, tag or other ref names: where the history begins. */
export function listLocalTips(git: LocalGit): string[] {
  const packed = readPackedRefs(git);
  const names = new Set([...packed.keys(), ...looseRefs(git.commonDir, 'refs', 8)]);
  const tips = new Set<string>();
  for (const name of ['HEAD', ...[...names].sort()]) {
    const object = follow(git, name, packed, 5);
    if (object !== undefined) tips.add(object);
  }
  return [...tips];
}

export function objectFormatOf(object: string): ObjectFormat {
  return object.length === 64 ? 'sha256' : 'sha1';
}

function follow(git: LocalGit, name: string, packed: Map<string, string>, hops: number): string | undefined {
  const file = join(name === 'HEAD' ? git.gitDir : git.commonDir, name);
  const isLoose = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  const value = isLoose ? readSmall(file).trim() : packed.get(name);
  if (value === undefined) return undefined;
  if (isFullCommit(value)) return value;
  const target = /^ref: (refs\/.+)$/.exec(value)?.[1];
  if (target === undefined || !isValidRef(target) || hops === 0) return undefined;
  return follow(git, target, packed, hops - 1);
}

function readPackedRefs({ commonDir }: LocalGit): Map<string, string> {
  const file = join(commonDir, 'packed-refs');
  const refs = new Map<string, string>();
  if (!existsSync(file)) return refs;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const match = /^([0-9a-f]{40,64}) (refs\/.+)$/.exec(line);
    if (match && isValidRef(match[2]!)) refs.set(match[2]!, match[1]!);
  }
  return refs;
}

function looseRefs(commonDir: string, folder: string, depth: number): string[] {
  const full = join(commonDir, folder);
  if (depth === 0 || !statSync(full, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (!isValidRef(name)) return [];
    if (entry.isDirectory()) return looseRefs(commonDir, name, depth - 1);
    return entry.isFile() ? [name] : [];
  });
}

/** Pointer files are a line long; a larger one is not what it claims to be. */
function readSmall(file: string): string {
  if (statSync(file).size > 4096) throw new ScanFailure('corrupt_repository', 'The repository is damaged.');
  return readFileSync(file, 'utf8');
}
