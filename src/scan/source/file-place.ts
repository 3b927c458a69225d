import type { RepositoryEntry } from './repository-entry.ts';

/** A path below a root. A name that is not UTF-8 cannot be opened by its text, so its bytes are kept next to it. */
export type Place = Pick<RepositoryEntry, 'path' | 'rawPath'>;

/** A name inside a folder, as the file system or git gives it. */
export function placeIn(folder: Place, name: Buffer): Place {
  const text = name.toString('utf8');
  const path = folder.path === '' ? text : `${folder.path}/${text}`;
  if (folder.rawPath === undefined && !text.includes('\ufffd')) return { path };
  const above = folder.rawPath ?? Buffer.from(folder.path);
  return { path, rawPath: folder.path === '' ? name : Buffer.concat([above, Buffer.from('/'), name]) };
}

/** The same for a name that has a character for each of its bytes. */
export function placeNamed(folder: Place, name: string): Place {
  if (folder.rawPath !== undefined || beyondAscii.test(name))
    return placeIn(folder, Buffer.from(name, 'latin1'));
  return { path: folder.path === '' ? name : `${folder.path}/${name}` };
}

const beyondAscii = /[\x80-\xff]/;

export function onDisk(root: string, { path, rawPath }: Place): string | Buffer {
  if (rawPath !== undefined) return Buffer.concat([Buffer.from(`${root}/`), rawPath]);
  return path === '' ? root : `${root}/${path}`;
}
