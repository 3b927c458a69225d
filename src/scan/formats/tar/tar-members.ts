/** A plain file of a tar archive. Where the archive ends before its content does, `bytes` is undefined. */
export interface TarMember {
  readonly name: string;
  readonly size: number;
  readonly bytes: Buffer | undefined;
}

/** A header that says nothing usable: nothing after it can be found. */
export class DamagedTar extends Error {}

const block = 512;
/** Names in records of their own are read up to this size; a longer one is no name. */
const maxNameBytes = 64 * 1024;

export function isTar(bytes: Buffer): boolean {
  return bytes.length >= block && bytes[257] === 0x75 && bytes.toString('latin1', 257, 262) === 'ustar';
}

/** The plain files of an archive in memory, without links, folders and devices; names as POSIX, GNU and pax write them. */
export function* tarMembers(bytes: Buffer): Generator<TarMember> {
  let longName: string | undefined;
  for (let at = 0; at + block <= bytes.length; ) {
    const head = bytes.subarray(at, at + block);
    if (head.every((byte) => byte === 0)) return;
    const size = sizeOf(head);
    const start = at + block;
    const content = start + size <= bytes.length ? bytes.subarray(start, start + size) : undefined;
    at = start + Math.ceil(size / block) * block;
    const type = String.fromCharCode(head[156]!);
    if (type === 'L' || type === 'x') {
      const record = content && size <= maxNameBytes ? content : undefined;
      longName = (record && (type === 'L' ? textIn(record, 0, size) : paxPath(record))) ?? longName;
      continue;
    }
    const name = longName ?? shortName(head);
    longName = undefined;
    if (type === '0' || type === '\0' || type === '7') yield { name, size, bytes: content };
  }
}

function shortName(head: Buffer): string {
  const name = textIn(head, 0, 100);
  const prefix = head.toString('latin1', 257, 263) === 'ustar\0' ? textIn(head, 345, 155) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Octal digits, or for what they cannot say a number of 95 bits with its highest bit set. */
function sizeOf(head: Buffer): number {
  const size =
    head[124]! & 0x80
      ? Number(BigInt(`0x${head.toString('hex', 124, 136)}`) & ((1n << 95n) - 1n))
      : octal(head.toString('latin1', 124, 136));
  if (!Number.isSafeInteger(size)) throw new DamagedTar('A header of the tar archive has no size.');
  return size;
}

function octal(field: string): number {
  const digits = /^[ \0]*([0-7]+)[ \0]*$/.exec(field)?.[1];
  return digits === undefined ? (/^[ \0]*$/.test(field) ? 0 : Number.NaN) : Number.parseInt(digits, 8);
}

/** `17 path=a/long/name\n` among other records; each states its own length. */
function paxPath(record: Buffer): string | undefined {
  for (let at = 0; at < record.length; ) {
    const space = record.indexOf(0x20, at);
    const length = space === -1 ? Number.NaN : Number(record.toString('latin1', at, space));
    if (!(length > space - at) || at + length > record.length) return undefined;
    const text = record.toString('utf8', space + 1, at + length - 1);
    if (text.startsWith('path=')) return text.slice('path='.length);
    at += length;
  }
  return undefined;
}

function textIn(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? field.length : end);
}
