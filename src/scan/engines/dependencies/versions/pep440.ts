import {
  compareDigits,
  compareInTurn,
  compareText,
  createScheme,
  trimZeros,
  type VersionScheme,
} from './version-scheme.ts';

interface Pep440Version {
  epoch: string;
  release: string[];
  pre: [word: string, number: string] | undefined;
  post: string | undefined;
  dev: string | undefined;
  local: string[];
}

// Each part is optional and no two neighbours can match the same text, so that matching stays linear.
const pattern =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/;

const preWords = new Map([
  ['alpha', 'a'],
  ['beta', 'b'],
  ['c', 'rc'],
  ['pre', 'rc'],
  ['preview', 'rc'],
]);

/** Python's PEP 440, with its spellings (`1.0-beta.2`, `1.0.post1`, `1!2.0+local.7`). */
export const pep440Scheme: VersionScheme = createScheme<Pep440Version>({
  id: 'pep440',
  parse(text) {
    const match = pattern.exec(text.toLowerCase());
    if (!match) return undefined;
    const word = match[3];
    return {
      epoch: trimZeros(match[1] ?? '0'),
      release: match[2]!.split('.').map(trimZeros),
      pre: word ? [preWords.get(word) ?? word, trimZeros(match[4] || '0')] : undefined,
      post: match[5] !== undefined ? trimZeros(match[5]) : match[6] ? trimZeros(match[7] || '0') : undefined,
      dev: match[8] ? trimZeros(match[9] || '0') : undefined,
      local: match[10]?.split(/[-_.]/).map((part) => (/^\d+$/.test(part) ? trimZeros(part) : part)) ?? [],
    };
  },
  compare(left, right) {
    return (
      compareDigits(left.epoch, right.epoch) ||
      compareInTurn(left.release, right.release, (a = '0', b = '0') => compareDigits(a, b)) ||
      compareText(preKey(left), preKey(right)) ||
      compareDigits(left.pre?.[1] ?? '0', right.pre?.[1] ?? '0') ||
      compareOptional(left.post, right.post, -1) ||
      compareOptional(left.dev, right.dev, 1) ||
      compareLocals(left.local, right.local)
    );
  },
  release: (version) => version.release,
  isPrerelease: (version) => version.pre !== undefined || version.dev !== undefined,
});

/** A bare development release (`1.0.dev1`) comes before every pre-release, a plain one after. */
function preKey(version: Pep440Version): string {
  if (version.pre) return { a: '1', b: '2', rc: '3' }[version.pre[0]] ?? '3';
  return version.post === undefined && version.dev !== undefined ? '0' : '4';
}

/** `absent` says on which side of all numbers the missing one stands. */
function compareOptional(left: string | undefined, right: string | undefined, absent: -1 | 1): number {
  if (left === undefined) return right === undefined ? 0 : absent;
  return right === undefined ? -absent : compareDigits(left, right);
}

function compareLocals(left: string[], right: string[]): number {
  for (const [i, a] of left.entries()) {
    const b = right[i];
    if (b === undefined) break;
    const aIsNumber = /^\d+$/.test(a);
    const bIsNumber = /^\d+$/.test(b);
    if (aIsNumber !== bIsNumber) return Number(aIsNumber) - Number(bIsNumber);
    const order = aIsNumber ? compareDigits(a, b) : compareText(a, b);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
