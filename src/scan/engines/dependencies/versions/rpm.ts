import {
  compareDigits,
  compareInTurn,
  compareText,
  createScheme,
  trimZeros,
  type VersionScheme,
} from './version-scheme.ts';

interface RpmVersion {
  epoch: string;
  version: string;
  release: string | undefined;
}

/** Red Hat and its relatives: `epoch:version-release`, each compared by runs of digits and of letters. */
export const rpmScheme: VersionScheme = createScheme<RpmVersion>({
  id: 'rpm',
  parse(text) {
    const match = /^(?:(\d+):)?([^\s:-]+)(?:-([^\s:-]+))?$/.exec(text);
    return match ? { epoch: trimZeros(match[1] ?? '0'), version: match[2]!, release: match[3] } : undefined;
  },
  compare: (left, right) =>
    compareDigits(left.epoch, right.epoch) ||
    compareRuns(left.version, right.version) ||
    compareReleases(left.release, right.release),
  release: ({ version }) => (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(trimZeros),
  isPrerelease: ({ version }) => version.includes('~'),
});

function compareReleases(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined);
  return compareRuns(left, right);
}

/** `~` comes before the end, `^` after the end and before everything else; all other characters only separate. */
function compareRuns(left: string, right: string): number {
  const a = left.match(/\d+|[A-Za-z]+|[~^]/g) ?? [];
  const b = right.match(/\d+|[A-Za-z]+|[~^]/g) ?? [];
  return compareInTurn<string>(
    a,
    b,
    (run = '', other = '') => rank(run) - rank(other) || compareRun(run, other),
  );
}

/** Kinds of runs in their order; the empty one is the end. */
const kinds = [/^~/, /^$/, /^\^/, /^[A-Za-z]/, /^\d/];

function rank(run: string): number {
  return kinds.findIndex((kind) => kind.test(run));
}

function compareRun(left: string, right: string): number {
  return /^\d/.test(left) ? compareDigits(trimZeros(left), trimZeros(right)) : compareText(left, right);
}
