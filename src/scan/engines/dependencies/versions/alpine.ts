import { compareDigits, compareText, createScheme, trimZeros, type VersionScheme } from './version-scheme.ts';

/** Kinds of parts in the order in which a version may have them; where two versions differ in kind, the earlier kind is the greater. */
const kinds = ['number', 'letter', 'suffix', 'count', 'commit', 'revision', 'end'] as const;

interface Part {
  kind: (typeof kinds)[number];
  text: string;
}

/** From before the release to after it. */
const suffixes = ['alpha', 'beta', 'pre', 'rc', 'cvs', 'svn', 'git', 'hg', 'p'];
const beforeRelease = new Set(['alpha', 'beta', 'pre', 'rc']);

// Digits behind the letter are no longer allowed, but sudo and others were published so: `1.9.5p2-r0`.
const form =
  /^\d+(?:\.\d+)*(?:[a-z]\d*)?(?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*(?:~[0-9a-f]+)?(?:-r\d+)?$/;
const tokens = /^\d+|\.(\d+)|~([0-9a-f]+)|-r(\d+)|_([a-z]+)|(\d+)|([a-z])/g;

/** Alpine's `1.2.3a_rc4-r5`: numbers, a letter, suffixes, a commit and the revision of the package. */
export const alpineScheme: VersionScheme = createScheme<Part[]>({
  id: 'alpine',
  parse(text) {
    if (!form.test(text)) return undefined;
    const parts = [...text.matchAll(tokens)].map(
      ([whole, number, commit, revision, suffix, count, letter]): Part => {
        if (commit !== undefined) return { kind: 'commit', text: commit };
        if (revision !== undefined) return { kind: 'revision', text: revision };
        if (suffix !== undefined) return { kind: 'suffix', text: suffix };
        if (count !== undefined) return { kind: 'count', text: count };
        if (letter !== undefined) return { kind: 'letter', text: letter };
        return { kind: 'number', text: number ?? whole };
      },
    );
    return [...parts, { kind: 'end', text: '' }];
  },
  compare(left, right) {
    for (let i = 0; ; i++) {
      const a = left[i]!;
      const b = right[i]!;
      if (a.kind !== b.kind) return compareKinds(a, b);
      const order = compareParts(a, b, i === 0);
      if (order !== 0 || a.kind === 'end') return order;
    }
  },
  release: (parts) => parts.filter(({ kind }) => kind === 'number').map(({ text }) => trimZeros(text)),
  isPrerelease: (parts) => parts.some((part) => isBeforeRelease(part)),
});

function compareKinds(a: Part, b: Part): number {
  const [left, right] = [isBeforeRelease(a), isBeforeRelease(b)];
  if (left || right) return Number(right) - Number(left);
  return kinds.indexOf(b.kind) - kinds.indexOf(a.kind);
}

function isBeforeRelease({ kind, text }: Part): boolean {
  return kind === 'suffix' && beforeRelease.has(text);
}

function compareParts(a: Part, b: Part, isFirst: boolean): number {
  switch (a.kind) {
    case 'suffix':
      return suffixes.indexOf(a.text) - suffixes.indexOf(b.text);
    case 'number':
      // Behind the first point a number with a leading zero is a fraction, as it were.
      if (!isFirst && (a.text.startsWith('0') || b.text.startsWith('0'))) return compareText(a.text, b.text);
      return compareDigits(trimZeros(a.text), trimZeros(b.text));
    case 'count':
    case 'revision':
      return compareDigits(trimZeros(a.text), trimZeros(b.text));
    default:
      return compareText(a.text, b.text);
  }
}
