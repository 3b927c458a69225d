import { gunzipSync } from 'node:zlib';
import { DamagedTar, tarMembers } from '../../scan/formats/tar/tar-members.ts';

/** A model is at most 40 MB; nothing that unpacks to more is one. */
const maxUnpackedBytes = 96 * 1024 * 1024;

/** The plain files of an npm package (`.tgz`) by their names in it. Links, folders and names that lead elsewhere are not read: each wanted file is looked up by name. */
export function packageFiles(packed: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  try {
    for (const { name, bytes } of tarMembers(unpacked(packed))) {
      if (!bytes) throw new DamagedTar('The archive ends in the middle of a file.');
      files.set(name.replace(/^package\//, ''), bytes);
    }
  } catch (error) {
    if (error instanceof DamagedTar) throw new Error('The package is damaged or cut off.', { cause: error });
    throw error;
  }
  return files;
}

function unpacked(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    throw new Error(`The file is not an npm package of a model: ${(error as Error).message}`);
  }
}
