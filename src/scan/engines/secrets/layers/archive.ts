import { gunzipSync, inflateRawSync } from 'node:zlib';

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

/** The central directory at the end is the truth of a zip; local headers may lie about sizes. */
function readZip(bytes: Buffer): ArchiveReading {
  const reading: ArchiveReading = { members: [], skipped: 0 };
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > bytes.length) return { members: [], skipped: 1 };
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let count = bytes.readUInt16LE(end + 10); count > 0 && at + 46 <= bytes.length; count--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) break;
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const member = zipMember(bytes, at);
    if (member && reading.members.length < maxMembers && total + member.length <= maxTotalBytes) {
      total += member.length;
      reading.members.push({ name, bytes: member });
    } else if (!name.endsWith('/')) reading.skipped++;
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return reading;
}

function zipMember(bytes: Buffer, entry: number): Buffer | undefined {
  const method = bytes.readUInt16LE(entry + 10);
  const packed = bytes.readUInt32LE(entry + 20);
  const local = bytes.readUInt32LE(entry + 42);
  if (packed === 0 || local + 30 > bytes.length) return undefined;
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + packed > bytes.length) return undefined;
  const data = bytes.subarray(start, start + packed);
  if (method === 0) return packed <= maxMemberBytes ? data : undefined;
  return method === 8 ? inflate(() => inflateRawSync(data, { maxOutputLength: maxMemberBytes })) : undefined;
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
