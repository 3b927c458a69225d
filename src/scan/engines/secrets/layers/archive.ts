import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { DamagedTar, isTar, tarMembers } from '../../../formats/tar/tar-members.ts';
import { sourceOfBytes } from '../../../formats/zip/byte-source.ts';
import { ZipArchive } from '../../../formats/zip/zip-archive.ts';
import {
  inflate,
  maxMemberBytes,
  maxMembers,
  maxTotalBytes,
  type PackedMarks,
  type Unpacked,
} from './unpack.ts';

/** Reads zip, gzip, zstd and tar, also a tar in a gzip, one member at a time. `undefined` where the file is none of these. */
export function readArchive(bytes: Buffer, marks?: PackedMarks): Unpacked | undefined {
  if (isZip(bytes, marks)) return readZip(bytes);
  const limit = { maxOutputLength: maxTotalBytes };
  if (startsWith(bytes, [0x1f, 0x8b])) return readPacked(() => gunzipSync(bytes, limit));
  if (startsWith(bytes, [0x28, 0xb5, 0x2f, 0xfd])) return readPacked(() => zstdDecompressSync(bytes, limit));
  if (isTar(bytes)) return readTar(bytes);
  const isUnread = unreadFirst.has(bytes[0]!) && unread.some((start) => startsWith(bytes, start));
  return isUnread ? { members: [], skipped: 1 } : undefined;
}

/** bzip2, xz, 7z, rar, lz4, lzip and packages of Debian: nothing here unpacks them. */
const unread: ReadonlyArray<readonly number[]> = [
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  [0x04, 0x22, 0x4d, 0x18],
  [0x4c, 0x5a, 0x49, 0x50],
  [...Buffer.from('!<arch>\ndebian')],
];

const unreadFirst = new Set(unread.map(([first]) => first));

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return bytes[0] === start[0] && bytes.length > 18 && start.every((byte, at) => bytes[at] === byte);
}

function readPacked(unpack: () => Buffer): Unpacked {
  const inner = inflate(unpack);
  if (!inner) return { members: [], skipped: 1 };
  return isTar(inner) ? readTar(inner) : { members: [{ name: '', bytes: inner }], skipped: 0 };
}

const zipEnd = Buffer.from('PK\x05\x06', 'latin1');

/** By its head, or by the directory at its end: a zip may follow a program or a picture. */
function isZip(bytes: Buffer, marks: PackedMarks | undefined): boolean {
  if (bytes.length < 22) return false;
  if (bytes.readUInt32LE(0) === 0x04034b50) return true;
  return marks?.hasZipEnd !== false && bytes.includes(zipEnd, -65_557);
}

/** What the directory lists, also where it is damaged further on or states wrong sizes. */
function readZip(bytes: Buffer): Unpacked {
  const reading: Unpacked = { members: [], skipped: 0 };
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
    // The directory is damaged: what it listed before is kept, and the coverage says that something is missing.
    reading.skipped++;
  }
  return reading;
}

/** What comes before a damaged header is kept. */
function readTar(bytes: Buffer): Unpacked {
  const reading: Unpacked = { members: [], skipped: 0 };
  try {
    for (const { name, size, bytes: content } of tarMembers(bytes)) {
      if (size === 0) continue;
      if (content && size <= maxMemberBytes && reading.members.length < maxMembers) {
        reading.members.push({ name, bytes: content });
      } else reading.skipped++;
    }
  } catch (error) {
    if (!(error instanceof DamagedTar)) throw error;
    reading.skipped++;
  }
  return reading;
}
