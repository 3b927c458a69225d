import { crc32 } from 'node:zlib';

/** What a rule can demand beyond its form. `fails` drops the candidate, `doubt` keeps it with less confidence. */
export type ValidatorResult = 'holds' | 'fails' | 'doubt';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const validators: Readonly<Record<string, (value: string) => ValidatorResult>> = {
  /** GitHub and npm end their tokens with the CRC-32 of the random part in six digits of base 62. */
  'crc32-base62': (value) => {
    const body = value.slice(value.indexOf('_') + 1);
    return body.slice(-6) === crc32Base62(body.slice(0, -6)) ? 'holds' : 'doubt';
  },
  /** The part behind the prefix of an AWS key is base32; keys with other digits are made up, or older than that form. */
  'aws-key-id': (value) => (/^[A-Z2-7]+$/.test(value.slice(4)) ? 'holds' : 'doubt'),
  /** HTTP basic credentials: base64 of `user:password`. */
  'basic-credentials': (value) => {
    const text = Buffer.from(value, 'base64').toString('latin1');
    return /^[\x20-\x7e]{0,128}:[\x20-\x7e]{1,512}$/.test(text) ? 'holds' : 'fails';
  },
  /** Letters and digits both occur, as in everything that a machine draws from both. */
  'letters-and-digits': (value) => (/\d/.test(value) && /[A-Za-z]/.test(value) ? 'holds' : 'fails'),
  /** Both cases and a digit occur. */
  'mixed-case': (value) =>
    /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) ? 'holds' : 'fails',
  /** A JSON Web Token: header and claims are JSON, the header names an algorithm. */
  jwt: (value) => (jwtHeader(value) === undefined ? 'fails' : 'holds'),
  /** The digits of a number that is not a version, a date or a repetition. */
  'varied-digits': (value) => (new Set(value).size >= 5 ? 'holds' : 'fails'),
};

export const validatorNames: readonly string[] = Object.keys(validators);

export function runValidator(name: string, value: string): ValidatorResult {
  return validators[name]!(value);
}

export function crc32Base62(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) digits = base62[rest % 62] + digits;
  return digits;
}

/**
 * The account that an AWS key belongs to: 39 bits behind the first of the 80 that the key encodes. Whoever has to revoke the key
 * must know where.
 */
export function describeAwsKey(value: string): string {
  let bits = 0n;
  for (const sign of value.slice(4)) bits = (bits << 5n) | BigInt(base32.indexOf(sign));
  const account = (bits >> 39n) & ((1n << 40n) - 1n);
  return `it belongs to the account ${String(account).padStart(12, '0')}`;
}

function jwtHeader(value: string): Record<string, unknown> | undefined {
  const header = decodeJson(value.split('.')[0]!);
  return typeof header?.['alg'] === 'string' ? header : undefined;
}

/** What a token says about itself: algorithm, issuer, and when it ends. The expiry is told, not checked: there is no clock here. */
export function describeJwt(value: string): string {
  const [header, claims] = value.split('.').slice(0, 2).map(decodeJson);
  const parts = [`algorithm ${String(header?.['alg'] ?? 'unknown').slice(0, 16)}`];
  const expiry = claims?.['exp'];
  if (typeof expiry === 'number' && expiry > 0 && expiry < 8.64e12) {
    parts.push(`it expires on ${new Date(expiry * 1000).toISOString().slice(0, 10)}`);
  } else parts.push('it states no expiry');
  return parts.join(', ');
}

/** A token of NATS: what operators and accounts may do, for every server to read. It opens nothing without the seed of its key. */
export function isOfNats(value: string): boolean {
  return /nkey$/.test(String(jwtHeader(value)?.['alg']));
}

/** Whether a token was good for a day or less: whoever reads it in a repository comes too late. */
export function isPassing(value: string): boolean {
  const claims = decodeJson(value.split('.')[1]);
  const [end, start] = [claims?.['exp'], claims?.['iat'] ?? claims?.['nbf'] ?? claims?.['auth_time']];
  return typeof end === 'number' && typeof start === 'number' && end >= start && end - start <= aDay;
}

/** In seconds. */
const aDay = 86_400;

function decodeJson(part: string | undefined): Record<string, unknown> | undefined {
  if (part === undefined || part.length > 4096) return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
