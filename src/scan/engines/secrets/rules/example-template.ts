import { createHash } from 'node:crypto';
import { crc32Base62 } from './validators.ts';

/**
 * Examples of credentials are written with gaps, `ghp_{crc}` or `sk_live_{alnum:24}`, and filled in here. The repository thus never
 * holds a text in the form of a credential: neither a host's push protection nor our own scanner takes an example for a leak.
 * The filling depends on the seed alone, so that every run sees the same text.
 */
export function expandTemplate(template: string, seed: string): string {
  const draw = createDraw(seed);
  return template.replace(gap, (whole, name: string, size: string | undefined) => {
    const length = size === undefined ? 0 : Number(size);
    const alphabet = alphabets[name];
    if (alphabet !== undefined) return pick(alphabet, length, draw);
    return special[name]?.(length, draw) ?? whole;
  });
}

const gap =
  /\{(hex|HEX|alnum|lower|upper|letters|digits|b32|B32|b64|b64url|lowernum|uppernum|uuid|crc|jwt|basic|pem|cut):?(\d{1,4})?\}/g;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';

const alphabets: Readonly<Record<string, string>> = {
  hex: `${digits}abcdef`,
  HEX: `${digits}ABCDEF`,
  alnum: lower + upper + digits,
  lower,
  upper,
  letters: lower + upper,
  digits,
  b32: `${lower}234567`,
  B32: `${upper}234567`,
  b64: `${lower}${upper}${digits}+/`,
  b64url: `${lower}${upper}${digits}-_`,
  lowernum: lower + digits,
  uppernum: upper + digits,
};

type Draw = (below: number) => number;

const special: Readonly<Record<string, (length: number, draw: Draw) => string>> = {
  uuid: (_, draw) => {
    const hex = (length: number) => pick(alphabets['hex']!, length, draw);
    return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  },
  /** Thirty random characters and their CRC-32 in base 62, as GitHub and npm end their tokens. */
  crc: (_, draw) => {
    const body = pick(alphabets['alnum']!, 30, draw);
    return body + crc32Base62(body);
  },
  jwt: (_, draw) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: pick(lower, 8, draw), exp: 1893456000 })}.${pick(alphabets['b64url']!, 43, draw)}`;
  },
  /** HTTP basic credentials: base64 of a user and a password. */
  basic: (_, draw) =>
    Buffer.from(`${pick(lower, 6, draw)}:${pick(alphabets['alnum']!, 14, draw)}`).toString('base64'),
  /** Lines of base64, as the body of a key. */
  pem: (lines, draw) => Array.from({ length: lines }, () => pick(alphabets['b64']!, 64, draw)).join('\n'),
  /** Nothing: cuts a word in the file that would be a keyword there. */
  cut: () => '',
};

/** Random-looking and repeatable. */
function pick(alphabet: string, length: number, draw: Draw): string {
  return Array.from({ length }, () => alphabet[draw(alphabet.length)]).join('');
}

function createDraw(seed: string): Draw {
  let block = Buffer.alloc(0);
  let at = 0;
  let round = 0;
  return (below) => {
    if (at + 2 > block.length) {
      block = createHash('sha512').update(`${seed}/${round++}`).digest();
      at = 0;
    }
    const value = block.readUInt16BE(at);
    at += 2;
    return value % below;
  };
}
