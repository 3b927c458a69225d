/** How one ecosystem orders its versions. `compare` is a total order over all texts: what is no version comes before all versions. */
export interface VersionScheme {
  readonly id: string;
  isValid(version: string): boolean;
  compare(left: string, right: string): number;
  /** Versions with equal lines can replace one another without a breaking change; undefined where the ecosystem has no such habit. */
  compatibilityLine(version: string): string | undefined;
  /** A release that only who asks for it gets. */
  isPrerelease(version: string): boolean;
  /** The same order, for a while in which the same versions are compared again and again: each is parsed once. */
  withMemory(): VersionScheme;
}

/** Longer texts are nobody's version, and parsing them would be work for an attacker. */
const maxVersionLength = 256;

interface SchemeParts<Parsed> {
  id: string;
  parse(version: string): Parsed | undefined;
  compare(left: Parsed, right: Parsed): number;
  /** The leading numbers, most significant first. */
  release(parsed: Parsed): readonly string[];
  isPrerelease(parsed: Parsed): boolean;
}

/** Makes a total order over texts out of a parser and an order over what it parses. */
export function createScheme<Parsed>(parts: SchemeParts<Parsed>): VersionScheme {
  const parse = (version: string): Parsed | undefined =>
    version.length > maxVersionLength ? undefined : parts.parse(version.trim());
  return buildScheme(parts, parse);
}

function buildScheme<Parsed>(
  parts: SchemeParts<Parsed>,
  parse: (version: string) => Parsed | undefined,
): VersionScheme {
  return {
    id: parts.id,
    isValid: (version) => parse(version) !== undefined,
    compare(left, right) {
      if (left === right) return 0;
      const a = parse(left);
      const b = parse(right);
      if (a !== undefined && b !== undefined) return Math.sign(parts.compare(a, b));
      if (a === undefined && b === undefined) return compareText(left, right);
      return a === undefined ? -1 : 1;
    },
    compatibilityLine(version) {
      const parsed = parse(version);
      if (parsed === undefined) return undefined;
      const release = parts.release(parsed);
      const significant = release.findIndex((part) => part !== '0');
      // In 0.x the first number that is not zero plays the part of the major one.
      return significant === -1 ? '0' : release.slice(0, significant + 1).join('.');
    },
    isPrerelease(version) {
      const parsed = parse(version);
      return parsed !== undefined && parts.isPrerelease(parsed);
    },
    withMemory() {
      const parsed = new Map<string, Parsed | undefined>();
      return buildScheme(parts, (version) => {
        if (!parsed.has(version)) parsed.set(version, parse(version));
        return parsed.get(version);
      });
    },
  };
}

/** Compares digit texts of any length by value. They must not have leading zeros. */
export function compareDigits(left: string, right: string): number {
  return left.length - right.length || compareText(left, right);
}

export function trimZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

export function compareText(left: string, right: string): number {
  return Number(left > right) - Number(left < right);
}

/** Item by item, up to the end of the longer one. */
export function compareInTurn<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (left: T | undefined, right: T | undefined) => number,
): number {
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = compare(left[i], right[i]);
    if (order !== 0) return order;
  }
  return 0;
}
