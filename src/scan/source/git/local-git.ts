import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ScanFailure } from '../../model/failure.ts';
import type { ObjectFormat } from './bare-repository.ts';
import { isFullCommit, isValidRef } from './ref-name.ts';

/** The parts of a local repository that we read. Its configuration is not among them: it could name programs to run. */
export interface LocalGit {
  /** HEAD and the index; of a linked work tree its own. */
  gitDir: string;
  /** Objects and refs. */
  commonDir: string;
  /** The root of the work tree; absent for a bare repository. */
  workTree?: string;
  /** Where in the work tree the folder is that was asked for; empty for its root. */
  prefix: string;
}

/** Finds the repository that a folder is, or is in; undefined where there is none. */
export function findLocalGit(folder: string): LocalGit | undefined {
  const asked = resolve(folder);
  const own = repositoryAt(asked, false);
  if (own) return { ...own, prefix: '' };
  const around = repositoryAround(asked);
  const bare = isBare(asked, around) ? repositoryAt(asked, true) : undefined;
  return bare ? { ...bare, prefix: '' } : around;
}

function repositoryAround(asked: string): LocalGit | undefined {
  for (let above = dirname(asked); ; above = dirname(above)) {
    const around = isOfSameOwner(above, asked) ? repositoryAt(above, false) : undefined;
    if (around) return { ...around, prefix: relative(above, asked) };
    if (above === dirname(above)) return undefined;
  }
}

/**
 * Whoever writes the files of a folder can give it what a bare repository has, and with it a commit that holds none of them. One is believed where no
 * repository around it has its files, and where the name of the folder says so or nothing else is in it.
 */
function isBare(folder: string, around: LocalGit | undefined): boolean {
  if (!looksBare(folder) || (around && isInIndex(around, 'HEAD'))) return false;
  return folder.endsWith('.git') || readdirSync(folder).every(isGitsOwn);
}

/** Whether a file of the folder that was asked for is one of the work tree's own. Paths stand in the index as they are, each with a zero behind it, but for its version 4. */
function isInIndex({ gitDir, prefix }: LocalGit, name: string): boolean {
  const path = join(gitDir, 'index');
  if (!existsSync(path)) return false;
  const index = readFileSync(path);
  const isPlain = index.length >= 8 && index.readUInt32BE(4) < 4;
  return !isPlain || index.includes(`${prefix.split(sep).join('/')}/${name}\0`);
}

function isGitsOwn(name: string): boolean {
  return ownNames.has(name) || /^[A-Z]+_HEAD$|\.(?:lock|pid|log|bitmap)$/.test(name);
}

const ownNames: ReadonlySet<string> = new Set([
  ...['HEAD', 'annex', 'branches', 'cloneurl', 'config', 'config.worktree', 'description', 'filter-repo'],
  ...['git-daemon-export-ok', 'hooks', 'index', 'info', 'lfs', 'logs', 'modules', 'objects', 'packed-refs'],
  ...['refs', 'reftable', 'shallow', 'svn', 'worktrees'],
]);

/** A repository of somebody else around the folder, as in a shared temporary folder, must not say what is ignored. */
function isOfSameOwner(above: string, asked: string): boolean {
  return [statSync(asked, { throwIfNoEntry: false })?.uid, process.getuid?.()].includes(statSync(above).uid);
}

function repositoryAt(folder: string, isBare: boolean): Omit<LocalGit, 'prefix'> | undefined {
  const dotGit = gitDirOf(folder);
  const gitDir = dotGit ?? (isBare ? folder : undefined);
  if (gitDir === undefined) return undefined;
  const commonDirFile = join(gitDir, 'commondir');
  const commonDir = existsSync(commonDirFile) ? resolve(gitDir, readSmall(commonDirFile).trim()) : gitDir;
  if (!existsSync(join(commonDir, 'objects'))) return undefined;
  return { gitDir, commonDir, ...(dotGit !== undefined && { workTree: folder }) };
}

function gitDirOf(folder: string): string | undefined {
  const dotGit = join(folder, '.git');
  const found = statSync(dotGit, { throwIfNoEntry: false });
  if (found?.isDirectory()) return dotGit;
  if (!found?.isFile()) return undefined;
  const target = /^gitdir: (.+)$/m.exec(readSmall(dotGit))?.[1];
  return target === undefined ? undefined : resolve(dirname(dotGit), target.trim());
}

/** Whether a folder has all that git needs to take it for a bare repository. */
export function looksBare(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)));
}

/** The hash function of the repository; where nothing was committed yet, only its configuration tells. */
export function objectFormatOf({ commonDir }: LocalGit, head: string | undefined): ObjectFormat {
  if (head !== undefined) return head.length === 64 ? 'sha256' : 'sha1';
  const config = readIfSmall(join(commonDir, 'config'), 1024 ** 2) ?? '';
  return /^[ \t]*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1';
}

/** The commits at which a shallow clone ends; undefined where the history is whole. */
export function shallowCommits({ commonDir }: LocalGit): string[] | undefined {
  const file = join(commonDir, 'shallow');
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').split('\n').filter(isFullCommit);
}

/** The object that HEAD, a branch, a tag or a full commit names; undefined for an unborn branch or an unknown name. */
export function resolveLocalRef(git: LocalGit, ref = 'HEAD'): string | undefined {
  if (isFullCommit(ref)) return ref;
  if (!isValidRef(ref)) {
    throw new ScanFailure('ref_not_found', 'The branch is not a valid branch, tag or full commit.');
  }
  if (usesReftable(git)) throw reftableUnsupported();
  const packed = readPackedRefs(git);
  const isWhole = ref === 'HEAD' || ref.startsWith('refs/');
  // In CI `origin/main` is often the only name that a commit has. A tag of that name, which more people may push than the branch, must not
  // take its place as the baseline of a gate.
  const names = isWhole ? [ref] : ['heads', 'remotes', 'tags'].map((kind) => `refs/${kind}/${ref}`);
  for (const name of names) {
    const object = follow(git, name, packed, 5);
    if (object !== undefined) return object;
  }
  return undefined;
}

/** Refs in git's newer binary format, which we do not read: the files of the work tree can be scanned, but no commit. */
export function usesReftable({ commonDir }: LocalGit): boolean {
  return existsSync(join(commonDir, 'reftable'));
}

function reftableUnsupported(): ScanFailure {
  return new ScanFailure(
    'corrupt_repository',
    'Commits of repositories in the reftable format cannot be read.',
  );
}

/** Every object that a branch, tag or other ref names: where the history begins. */
export function listLocalTips(git: LocalGit): string[] {
  if (usesReftable(git)) throw reftableUnsupported();
  const packed = readPackedRefs(git);
  const names = new Set([...packed.keys(), ...looseRefs(git.commonDir, 'refs', 8)]);
  const tips = new Set<string>();
  for (const name of ['HEAD', ...[...names].sort()]) {
    const object = follow(git, name, packed, 5);
    if (object !== undefined) tips.add(object);
  }
  return [...tips];
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
  const text = readIfSmall(file);
  if (text === undefined) throw new ScanFailure('corrupt_repository', 'The repository is damaged.');
  return text;
}

function readIfSmall(file: string, maxBytes = 4096): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= maxBytes ? readFileSync(file, 'utf8') : undefined;
}
