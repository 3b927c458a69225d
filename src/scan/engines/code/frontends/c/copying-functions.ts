/** How much types take, and which functions of the library move how much: what `buffer-sizes.ts` counts with. */
export function bytesOf(type: string): number | undefined {
  const plain = type.replace(/\b(?:const|static|unsigned|signed|volatile|struct|std::)\s*/g, '').trim();
  if (plain.endsWith('*')) return pointerBytes;
  if (plain === '' && /\b(?:un)?signed\b/.test(type)) return 4;
  return typeBytes.get(plain);
}

export const pointerBytes = 8;
const typeBytes = new Map([
  ['char', 1],
  ['int8_t', 1],
  ['uint8_t', 1],
  ['byte', 1],
  ['bool', 1],
  ['short', 2],
  ['int16_t', 2],
  ['uint16_t', 2],
  ['int', 4],
  ['int32_t', 4],
  ['uint32_t', 4],
  ['float', 4],
  ['wchar_t', 4],
  ['long', 8],
  ['long long', 8],
  ['int64_t', 8],
  ['uint64_t', 8],
  ['size_t', 8],
  ['double', 8],
]);

interface Transfer {
  /** Positions of what is written to or read from, and of the factors of the size. */
  readonly buffers: readonly number[];
  readonly size: readonly number[];
  readonly unit: number;
}

export const transfers = new Map<string, Transfer>([
  ['memset', { buffers: [0], size: [2], unit: 1 }],
  ['wmemset', { buffers: [0], size: [2], unit: 4 }],
  ['memcpy', { buffers: [0, 1], size: [2], unit: 1 }],
  ['memmove', { buffers: [0, 1], size: [2], unit: 1 }],
  ['wmemcpy', { buffers: [0, 1], size: [2], unit: 4 }],
  ['memcmp', { buffers: [0, 1], size: [2], unit: 1 }],
  ['bzero', { buffers: [0], size: [1], unit: 1 }],
  ['strncpy', { buffers: [0], size: [2], unit: 1 }],
  ['wcsncpy', { buffers: [0], size: [2], unit: 4 }],
  ['snprintf', { buffers: [0], size: [1], unit: 1 }],
  ['vsnprintf', { buffers: [0], size: [1], unit: 1 }],
  ['fgets', { buffers: [0], size: [1], unit: 1 }],
  ['fread', { buffers: [0], size: [1, 2], unit: 1 }],
  ['fwrite', { buffers: [0], size: [1, 2], unit: 1 }],
  ['read', { buffers: [1], size: [2], unit: 1 }],
  ['recv', { buffers: [1], size: [2], unit: 1 }],
]);

export const copies = new Map<string, 'text' | 'format'>([
  ['strcpy', 'text'],
  ['wcscpy', 'text'],
  ['sprintf', 'format'],
  ['swprintf_s', 'format'],
]);

/** Where the format is. */
export const scans = new Map([
  ['scanf', 0],
  ['fscanf', 1],
  ['sscanf', 1],
]);
