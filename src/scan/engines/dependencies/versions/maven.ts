import {
  compareDigits,
  compareInTurn,
  compareText,
  createScheme,
  trimZeros,
  type VersionScheme,
} from './version-scheme.ts';

/** A hyphen, or a change between digits and letters, opens a list inside the list. */
type Item = NumberItem | WordItem | ListItem;
type NumberItem = { kind: 'number'; value: string };
type WordItem = { kind: 'word'; value: string };
type ListItem = { kind: 'list'; items: Item[] };

/** Maven's ComparableVersion. Maven takes every text; what we call a version must begin with a digit or a letter. */
export const mavenScheme: VersionScheme = createScheme<ListItem>({
  id: 'maven',
  parse: (text) => (/^[0-9A-Za-z]/.test(text) ? parseMaven(text.toLowerCase()) : undefined),
  compare: compareItems,
  release(version) {
    const numbers: string[] = [];
    for (const item of version.items) {
      if (item.kind !== 'number') break;
      numbers.push(item.value);
    }
    return numbers;
  },
  isPrerelease: (version) =>
    compareItems({ kind: 'list', items: version.items.filter((item) => item.kind !== 'number') }, undefined) <
    0,
});

function parseMaven(text: string): ListItem {
  const root: ListItem = { kind: 'list', items: [] };
  const lists = [root];
  let list = root;
  let start = 0;
  let inDigits: boolean | undefined;
  const open = (): void => {
    const inner: ListItem = { kind: 'list', items: [] };
    list.items.push(inner);
    lists.push(inner);
    list = inner;
  };
  const close = (end: number, followedByDigit: boolean): void => {
    const part = text.slice(start, end);
    list.items.push(inDigits ? { kind: 'number', value: trimZeros(part) } : word(part, followedByDigit));
  };
  // `.RC1` counts as `-RC1`; Maven 3.8 does this for the last word and for one before digits, not for one before a dot.
  const openBeforeWord = (): void => {
    if (!inDigits && list.items.length > 0) open();
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '.' || char === '-') {
      if (at === start) list.items.push({ kind: 'number', value: '0' });
      else close(at, false);
      start = at + 1;
      if (char === '-') open();
      continue;
    }
    const isDigit = char >= '0' && char <= '9';
    if (isDigit !== inDigits && at > start) {
      openBeforeWord();
      close(at, isDigit);
      start = at;
      open();
    }
    inDigits = isDigit;
  }
  if (text.length > start) {
    openBeforeWord();
    close(text.length, false);
  }
  for (const each of lists.reverse()) normalise(each);
  return root;
}

/** Takes away what adds nothing (`1.0.0` is `1`), from the end up to the first thing that counts. */
function normalise(list: ListItem): void {
  for (let i = list.items.length - 1; i >= 0; i--) {
    const item = list.items[i]!;
    if (isNothing(item)) list.items.splice(i, 1);
    else if (item.kind !== 'list') break;
  }
}

function isNothing(item: Item): boolean {
  if (item.kind === 'list') return item.items.length === 0;
  return item.kind === 'number' ? item.value === '0' : item.value === '';
}

const shortWords = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);
const aliases = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
]);
const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];

function word(part: string, followedByDigit: boolean): WordItem {
  const full = (followedByDigit ? shortWords.get(part) : undefined) ?? part;
  return { kind: 'word', value: aliases.get(full) ?? full };
}

/** Of two kinds the later one here is the greater. */
const kinds: ReadonlyArray<Item['kind']> = ['word', 'list', 'number'];

function compareItems(left: Item, right: Item | undefined): number {
  if (right === undefined) return compareWithNothing(left);
  if (left.kind === 'number' && right.kind === 'number') return compareDigits(left.value, right.value);
  if (left.kind === 'word' && right.kind === 'word')
    return compareText(qualifierKey(left.value), qualifierKey(right.value));
  if (left.kind === 'list' && right.kind === 'list')
    return compareInTurn(left.items, right.items, (a, b) =>
      a ? compareItems(a, b) : -compareWithNothing(b!),
    );
  return kinds.indexOf(left.kind) - kinds.indexOf(right.kind);
}

function compareWithNothing(item: Item): number {
  if (item.kind === 'number') return compareDigits(item.value, '0');
  if (item.kind === 'word') return compareText(qualifierKey(item.value), qualifierKey(''));
  return compareInTurn(item.items, [], (inner) => compareWithNothing(inner!));
}

/** Known words by their rank, unknown ones after all of them, by their letters. */
function qualifierKey(value: string): string {
  const rank = qualifiers.indexOf(value);
  return rank === -1 ? `${qualifiers.length}-${value}` : String(rank);
}
