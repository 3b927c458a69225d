import { MalformedFile } from '../../../formats/malformed-file.ts';
import type { ReadFile } from './reader.ts';

/** Lockfiles that we know and do not read: their dependencies must not pass for dependencies without problems. */
const formats: ReadonlyMap<string, string> = new Map([
  ['bun.lockb', 'the binary lockfile of Bun; "bun install --save-text-lockfile" writes one that is read'],
  ['renv.lock', 'packages of R'],
  ['packrat.lock', 'packages of R'],
  ['Manifest.toml', 'packages of Julia'],
  ['cabal.project.freeze', 'packages of Haskell'],
  ['stack.yaml.lock', 'packages of Haskell'],
  ['conda-lock.yml', 'packages of conda'],
  ['pixi.lock', 'packages of conda'],
  ['cpanfile.snapshot', 'packages of Perl'],
  ['Cartfile.resolved', 'packages of Carthage'],
  ['opam.locked', 'packages of OCaml'],
  ['vcpkg-lock.json', 'packages of vcpkg'],
]);

export function unreadFormat(name: string): string | undefined {
  return formats.get(name);
}

export const refuseUnread: ReadFile = (_text, path) => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  throw new MalformedFile(
    `Not read, so that nothing in it was judged: ${formats.get(name)}.`,
    'format_not_read',
  );
};
