import { compareDigits, createScheme, trimZeros, type VersionScheme } from './version-scheme.ts';

const modifier = '[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\\d+(?:[.-]\\d+)*)?))?([.-]?dev)?';
const classical = new RegExp(`^v?(\\d{1,5})(\\.\\d+)?(\\.\\d+)?(\\.\\d+)?${modifier}$`, 'i');
const dated = new RegExp(`^v?(\\d{4}(?:[.:-]?\\d{2}){1,6}(?:[.:-]?\\d{1,3}){0,2})${modifier}$`, 'i');

/**
 * Composer: brought to `1.2.3.0-beta2` first, then ordered as PHP's `version_compare` does. Branches (`dev-main`) have no place in
 * the order and count as no version.
 */
export const packagistScheme: VersionScheme = createScheme<string[]>({
  id: 'packagist',
  parse(text) {
    const normal = normalise(text);
    return normal === undefined ? undefined : phpParts(normal);
  },
  compare: comparePhp,
  release: (version) => version.filter((part) => /^\d/.test(part)).slice(0, 4),
  isPrerelease: (version) => version.some((part) => /^(dev|a|b|rc)/i.test(part)),
});

function normalise(text: string): string | undefined {
  // An alias (`1.x-dev as 1.0.0`), a stability flag and build data say nothing about the place in the order.
  let version = text.trim().replace(/^([^,\s]+) +as +[^,\s]+$/, '$1');
  version = version.replace(/@(?:stable|rc|beta|alpha|dev)$/i, '').replace(/^([^,\s+]+)\+[^\s]+$/, '$1');
  if (/^dev-/i.test(version)) return undefined;
  const match = classical.exec(version);
  if (match) {
    const numbers = match
      .slice(1, 5)
      .map((part, index) => part ?? (index === 0 ? '' : '.0'))
      .join('');
    return numbers + suffix(match[5], match[6], match[7]);
  }
  const date = dated.exec(version);
  if (date) return date[1]!.replace(/\D/g, '.') + suffix(date[2], date[3], date[4]);
  const branch = /^(.*?)[.-]?dev$/i.exec(version);
  return branch ? normaliseBranch(branch[1]!) : undefined;
}

function suffix(word: string | undefined, number: string | undefined, dev: string | undefined): string {
  const stability = expandStability(word ?? '');
  if (stability === 'stable') return '';
  return (stability ? `-${stability}${(number ?? '').replace(/^[.-]+/, '')}` : '') + (dev ? '-dev' : '');
}

function expandStability(word: string): string {
  const lower = word.toLowerCase();
  const full: Record<string, string> = { a: 'alpha', b: 'beta', p: 'patch', pl: 'patch', rc: 'RC' };
  return Object.hasOwn(full, lower) ? full[lower]! : lower;
}

/** `2.1.x-dev` is the newest of the 2.1 line: its open places are filled with nines. */
function normaliseBranch(name: string): string | undefined {
  const match = /^v?(\d+)(\.(?:\d+|[xX*]))?(\.(?:\d+|[xX*]))?(\.(?:\d+|[xX*]))?$/.exec(name);
  if (!match) return undefined;
  const parts = match.slice(1).map((part) => (part ? part.replace(/[xX*]/, 'x') : '.x'));
  return `${parts.join('').replaceAll('x', '9999999')}-dev`;
}

/** PHP's canonical form: separators become dots, and a dot goes between digits and letters. */
function phpParts(version: string): string[] {
  return version
    .replace(/[-_+]/g, '.')
    .replace(/(\d)([^\d.])/g, '$1.$2')
    .replace(/([^\d.])(\d)/g, '$1.$2')
    .split('.')
    .filter((part) => part !== '');
}

function comparePhp(left: string[], right: string[]): number {
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const a = left[i]!;
    const b = right[i]!;
    const bothNumbers = isNumber(a) && isNumber(b);
    const order = bothNumbers ? compareDigits(trimZeros(a), trimZeros(b)) : form(a) - form(b);
    if (order !== 0) return order;
  }
  if (left.length === right.length) return 0;
  // What the longer one continues with decides: a number makes it later, a word is compared with "#", the place of a number.
  return left.length > right.length ? lateness(left[shared]!) : -lateness(right[shared]!);
}

function lateness(next: string): number {
  return isNumber(next) ? 1 : form(next) - form('#');
}

/** How words begin, by rank; `#` is the place of numbers. */
const forms = [['dev'], ['alpha', 'a'], ['beta', 'b'], ['RC', 'rc'], ['#'], ['pl', 'p']];

/** An unknown word comes before all known ones. */
function form(part: string): number {
  const known = isNumber(part) ? '#' : part;
  return forms.findIndex((prefixes) => prefixes.some((prefix) => known.startsWith(prefix)));
}

function isNumber(part: string): boolean {
  return /^\d/.test(part);
}
