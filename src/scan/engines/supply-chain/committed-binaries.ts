import { findingOnLine, type SupplyChainCheck } from './source-place.ts';

const expected = /(^|\/)(test|tests|testdata|fixtures|__fixtures__|samples?|examples?|corpus|golden)\//i;

/** Executables in the repository: nobody can review them, and nobody knows what they were built from. */
export const committedBinaries: SupplyChainCheck = (file, rules) => {
  const kind = executableKind(file.bytes);
  if (!kind || expected.test(file.path)) return [];
  return [
    findingOnLine(
      file,
      rules,
      'supply-chain.committed-binary',
      1,
      `It is ${kind} of ${file.bytes.length} bytes.`,
      kind,
    ),
  ];
};

/** Files that may be executables by their name. */
export function isBinaryPath(path: string): boolean {
  return /\.(exe|dll|so|dylib|node|elf|com|scr|jar|bin|o|a|pyd)$/i.test(path) || /\.so\.\d/.test(path);
}

function executableKind(bytes: Uint8Array): string | undefined {
  if (bytes.length < 64) return undefined;
  const [a, b, c, d] = bytes;
  if (a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46) return 'an ELF program';
  if (a === 0x4d && b === 0x5a && hasPeHeader(bytes)) return 'a Windows program';
  const word = ((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0;
  if (word === 0xcffaedfe || word === 0xcefaedfe || word === 0xfeedfacf || word === 0xfeedface)
    return 'a macOS program';
  return undefined;
}

function hasPeHeader(bytes: Uint8Array): boolean {
  const offset = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0x3c, true);
  return offset + 4 <= bytes.length && bytes[offset] === 0x50 && bytes[offset + 1] === 0x45;
}
