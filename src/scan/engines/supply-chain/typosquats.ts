import { declaredPackages } from './declared-packages.ts';
import type { PopularPackages } from './popular-packages.ts';
import { findingOnLine, type SupplyChainCheck } from './source-place.ts';

/** Names of dependencies that look like a much-used one without being it. */
export function typosquats(popular: PopularPackages): SupplyChainCheck {
  return (file, rules) => {
    const declared = declaredPackages(file.path, file.text);
    if (!declared) return [];
    const { ecosystem, lines } = declared;
    const known = popular[ecosystem];
    return [...lines].flatMap(([name, line]) => {
      const target = imitated(written(name, ecosystem), known.names, known.fine);
      return target
        ? [
            findingOnLine(
              file,
              rules,
              'supply-chain.typosquat',
              line,
              `"${name}" looks like "${target}".`,
              name,
            ),
          ]
        : [];
    });
  };
}

/** PyPI takes `typing_extensions` and `Typing.Extensions` for the package `typing-extensions`. */
function written(name: string, ecosystem: 'npm' | 'pypi'): string {
  const lower = name.toLowerCase();
  return ecosystem === 'pypi' ? lower.replace(/[-_.]+/g, '-') : lower;
}

/** The popular name that this one imitates. */
function imitated(name: string, popular: ReadonlySet<string>, fine: ReadonlySet<string>): string | undefined {
  if (name.startsWith('@') || name.length < 4 || popular.has(name) || fine.has(name)) return undefined;
  const plain = name.replace(/[-_.]/g, '');
  for (const candidate of popular) {
    if (candidate.length < 5) continue;
    // The separator tricks: "cross-env" and "crossenv".
    if (candidate.replace(/[-_.]/g, '') === plain && candidate !== name) return candidate;
    if (candidate.length >= 6 && oneSlip(name, candidate)) return candidate;
  }
  return undefined;
}

const neighbours = new Map(
  Object.entries({
    q: 'wa',
    w: 'qes',
    e: 'wrd',
    r: 'etf',
    t: 'ryg',
    y: 'tuh',
    u: 'yij',
    i: 'uok',
    o: 'ipl',
    p: 'ol',
    a: 'qsz',
    s: 'awdx',
    d: 'sefc',
    f: 'drgv',
    g: 'fthb',
    h: 'gyjn',
    j: 'hukm',
    k: 'jil',
    l: 'ko',
    z: 'asx',
    x: 'zsdc',
    c: 'xdfv',
    v: 'cfgb',
    b: 'vghn',
    n: 'bhjm',
    m: 'njk',
    '1': 'li',
    '0': 'o',
  }),
);

// A doubled, dropped or swapped letter, or a neighbour on the keyboard: what fingers do, and what squatters register.
function oneSlip(name: string, target: string): boolean {
  if (Math.abs(name.length - target.length) > 1) return false;
  let start = 0;
  while (start < name.length && start < target.length && name[start] === target[start]) start++;
  let end = 0;
  while (end < Math.min(name.length, target.length) - start && name.at(-1 - end) === target.at(-1 - end))
    end++;
  const [typed, meant] = [name.slice(start, name.length - end), target.slice(start, target.length - end)];
  if (typed.length === 0 && meant.length === 1) return !/\d/.test(meant);
  if (typed.length === 1 && meant.length === 0) return typed === name[start - 1] || typed === name[start + 1];
  if (typed.length === 2 && meant.length === 2) return typed[0] === meant[1] && typed[1] === meant[0];
  return (
    typed.length === 1 &&
    meant.length === 1 &&
    (neighbours.get(meant)?.includes(typed) || neighbours.get(typed)?.includes(meant) || false)
  );
}
