import {
  compareDigits,
  compareInTurn,
  compareText,
  createScheme,
  trimZeros,
  type VersionScheme,
} from './version-scheme.ts';

const pattern = /^\d+(?:\.[0-9a-zA-Z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** RubyGems: numbers and words in turn; a word anywhere makes a pre-release, and words come before numbers. */
export const rubygemsScheme: VersionScheme = createScheme<string[]>({
  id: 'rubygems',
  parse(text) {
    if (text === '') return ['0'];
    if (!pattern.test(text)) return undefined;
    const parts = text.replaceAll('-', '.pre.').match(/[0-9]+|[a-z]+/gi)!;
    return canonical(parts.map((part) => (isNumber(part) ? trimZeros(part) : part)));
  },
  compare(left, right) {
    return compareInTurn(left, right, (a = '0', b = '0') => {
      if (isNumber(a) !== isNumber(b)) return Number(isNumber(a)) - Number(isNumber(b));
      return isNumber(a) ? compareDigits(a, b) : compareText(a, b);
    });
  },
  release: (version) => version.slice(0, firstWord(version)),
  isPrerelease: (version) => firstWord(version) < version.length,
});

/** Zeros at the end of the release and of the pre-release part do not count: `1.0.a.0` is `1.a`. */
function canonical(parts: string[]): string[] {
  const word = firstWord(parts);
  return [...withoutTrailingZeros(parts.slice(0, word)), ...withoutTrailingZeros(parts.slice(word))];
}

function firstWord(parts: string[]): number {
  const index = parts.findIndex((part) => !isNumber(part));
  return index === -1 ? parts.length : index;
}

function withoutTrailingZeros(parts: string[]): string[] {
  let length = parts.length;
  while (parts[length - 1] === '0') length--;
  return parts.slice(0, length);
}

function isNumber(part: string): boolean {
  return /^\d/.test(part);
}
