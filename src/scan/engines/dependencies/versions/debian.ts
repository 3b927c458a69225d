import { compareDigits, createScheme, trimZeros, type VersionScheme } from './version-scheme.ts';

interface DebianVersion {
  epoch: string;
  upstream: string;
  revision: string;
}

/** Debian and Ubuntu: `epoch:upstream-revision`, where `~` comes before everything, even the end. */
export const debianScheme: VersionScheme = createScheme<DebianVersion>({
  id: 'debian',
  parse(text) {
    const match = /^(?:(\d+):)?(\d[A-Za-z0-9.+:~-]*?)(?:-([A-Za-z0-9+.~]+))?$/.exec(text);
    if (!match) return undefined;
    return { epoch: trimZeros(match[1] ?? '0'), upstream: match[2]!, revision: match[3] ?? '' };
  },
  compare: (left, right) =>
    compareDigits(left.epoch, right.epoch) ||
    comparePart(left.upstream, right.upstream) ||
    comparePart(left.revision, right.revision),
  release: (version) =>
    version.upstream
      .match(/^\d+(?:\.\d+)*/)![0]
      .split('.')
      .map(trimZeros),
  isPrerelease: (version) => version.upstream.includes('~'),
});

function comparePart(left: string, right: string): number {
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    while ((i < left.length && !isDigit(left, i)) || (j < right.length && !isDigit(right, j))) {
      const order = weight(left, i) - weight(right, j);
      if (order !== 0) return order;
      i++;
      j++;
    }
    const a = digitsAt(left, i);
    const b = digitsAt(right, j);
    const order = compareDigits(trimZeros(a || '0'), trimZeros(b || '0'));
    if (order !== 0) return order;
    i += a.length;
    j += b.length;
  }
  return 0;
}

/** The end and digits weigh nothing, `~` less than nothing, letters less than all other characters. */
function weight(text: string, at: number): number {
  if (at >= text.length || isDigit(text, at)) return 0;
  const code = text.charCodeAt(at);
  if (code === 126) return -1;
  return /[A-Za-z]/.test(text[at]!) ? code : code + 256;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function digitsAt(text: string, at: number): string {
  let end = at;
  while (isDigit(text, end)) end++;
  return text.slice(at, end);
}
