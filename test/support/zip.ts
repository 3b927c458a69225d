import { crc32, deflateRawSync } from 'node:zlib';

/** A zip of these files. `claimed` states another size than the content has; `zip64` writes the end record of large archives. */
export function zipOf(
  files: ReadonlyArray<readonly [name: string, content: string]>,
  options: { claimed?: number; zip64?: boolean } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data, { level: 1 });
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(data), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(options.claimed ?? data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(header, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += header.length + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = options.zip64 ? zip64End(files.length, list.length, offset) : [];
  return Buffer.concat([...parts, list, ...end, plainEnd(files.length, list.length, offset, end.length > 0)]);
}

/** Where the numbers are in a zip64 record, the plain one holds only its largest values. */
function plainEnd(count: number, listBytes: number, offset: number, isElsewhere: boolean): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isElsewhere ? 0xffff : count, 8);
  end.writeUInt16LE(isElsewhere ? 0xffff : count, 10);
  end.writeUInt32LE(isElsewhere ? 0xffffffff : listBytes, 12);
  end.writeUInt32LE(isElsewhere ? 0xffffffff : offset, 16);
  return end;
}

function zip64End(count: number, listBytes: number, offset: number): Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(listBytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + listBytes), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}
