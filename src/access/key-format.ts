import { hash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;

/** 43 letters and digits: 256 bits, and no character that a shell, a URL or a double click would trip over. */
export function newSecret(): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of randomBytes(64)) {
      // 248 is the largest multiple of 62 in a byte; beyond it the first letters would be likelier.
      if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62];
    }
  }
  return secret;
}

/** Splits `key_<id>_<secret>`; the id includes its prefix. */
export function parseKey(text: string): { id: string; secret: string } | undefined {
  const match = /^(key_[0-9A-Z]{26})_([0-9A-Za-z]{43})$/.exec(text);
  return match ? { id: match[1]!, secret: match[2]! } : undefined;
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** The same as text, which is the form for looking up; several times faster than by way of a buffer. */
export function sha256Text(text: string): string {
  return hash('sha256', text, 'base64url');
}
