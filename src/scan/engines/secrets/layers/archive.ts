import { gunzipSync } from 'node:zlib';
import { sourceOfBytes } from '../../../formats/zip/byte-source.ts';
import { ZipArchive } from '../../../formats/zip/zip-archive.ts';

interface ArchiveMember {
  name: string;
  bytes: Buffer;
}

export interface ArchiveReading {
  members: ArchiveMember[];
  /** Members that were left out because of a limit or because they are damaged. */
  skipped: number;
}

/** What may come out of one archive, so that a bomb costs no more than a large file. */
const maxMembers = 2000;
const maxMemberBytes = 5 << 20;
const maxTotalBytes = 40 << 20;

/** Reads zip, gzip and tar, also a tar in a gzip, one member at a time. `undefined` where the file is none of these. */
export function readArchive(bytes: Buffer): ArchiveReading | undefined {
  if (bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50) return readZip(bytes);
  if (bytes.length > 18 && bytes[0] === 0x1f && bytes[1] === 0x8b) return readGzip(bytes);
  return isTar(bytes) ? readTar(bytes) : undefined;
}

function readGzip(bytes: Buffer): ArchiveReading {
  const inner = inflate(() => gunzipSync(bytes, { maxOutputLength: maxTotalBytes }));
  if (!inner) return { members: [], skipped: 1 };
  return isTar(inner) ? readTar(inner) : { members: [{ name: '', bytes: inner }], skipped: 0 };
}

/** What the directory lists, also where it is damaged further on or states wrong sizes. */
function readZip(bytes: Buffer): ArchiveReading {
  const reading: ArchiveReading = { members: [], skipped: 0 };
  // Also what came to nothing counts: many entries may name one bomb.
  let spent = 0;
  try {
    for (const { name, read } of new ZipArchive(sourceOfBytes(bytes)).entries()) {
      if (name.endsWith('/')) continue;
      const isFull = reading.members.length >= maxMembers || spent >= maxTotalBytes;
      const member = isFull ? undefined : inflate(() => read(maxMemberBytes));
      spent += member?.length ?? maxMemberBytes;
      if (!member || spent > maxTotalBytes) reading.skipped++;
      else if (member.length > 0) reading.members.push({ name, bytes: member });
    }
  } catch {
    // The directory is damaged: what it listed before is kept.
    reading.skipped++;
  }
  return reading;
}

function isTar(bytes: Buffer): boolean {
  return bytes.length >= 512 && bytes.toString('latin1', 257, 262) === 'ustar';
}

function readTar(bytes: Buffer): ArchiveReading {
  const reading: ArchiveReading = { members: [], skipped: 0 };
  for (let at = 0; at + 512 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
    if (name === '') break;
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 136), 8);
    if (!Number.isSafeInteger(size) || size < 0) break;
    const isFile = bytes[at + 156] === 0x30 || bytes[at + 156] === 0;
    const end = at + 512 + size;
    if (isFile && size > 0) {
      if (end <= bytes.length && size <= maxMemberBytes && reading.members.length < maxMembers) {
        reading.members.push({ name, bytes: bytes.subarray(at + 512, end) });
      } else reading.skipped++;
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return reading;
}

function inflate(unpack: () => Buffer): Buffer | undefined {
  try {
    return unpack();
  } catch {
    // Damaged, or larger than the limit: both are counted as skipped.
    return undefined;
  }
}
