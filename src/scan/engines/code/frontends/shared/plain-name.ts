/**
 * An identifier as compilers understand it: `\\u0065val` is `eval` in JavaScript and C#, and full-width letters are those of ASCII in Python, which
 * normalises names to NFKC. Languages that tell them apart have no use for names that look alike.
 */
export function plainName(name: string): string {
  return name.replace(escaped, decode).normalize('NFKC');
}

const escaped = /\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})/g;

function decode(written: string, ...digits: Array<string | undefined>): string {
  const point = Number.parseInt(digits[0] ?? digits[1] ?? digits[2]!, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : written;
}
