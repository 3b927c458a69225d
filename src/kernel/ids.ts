import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** What an id names; the prefix is part of the id, so that a wrong id is recognised at a glance. */
export type IdPrefix = 'req' | 'mem' | 'scan' | 'key' | 'ten' | 'cred' | 'hook' | 'job' | 'aud' | 'bat';

export type NewId = (prefix: IdPrefix) => string;

const entropyDigits = 16;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes ids of a prefix and a ULID. Ids of one maker rise strictly even within a millisecond (the random part is counted up),
 * so that ordering by id is ordering by creation.
 */
export function createIdMaker(clock: Clock, random: (bytes: number) => Uint8Array = randomBytes): NewId {
  let lastTime = -1;
  // All but the last digit, which is the only one that changes from an id to most of the next.
  let start = '';
  const entropy = new Uint8Array(entropyDigits);
  const draw = inBulk(random);

  return (prefix) => {
    const time = Math.max(clock.now(), lastTime);
    if (time !== lastTime) {
      drawDigits(entropy, draw());
      start = encodeTime(time) + encodeStart(entropy);
    } else if (increment(entropy)) start = encodeTime(time) + encodeStart(entropy);
    lastTime = time;
    return `${prefix}_${start}${alphabet[entropy[entropyDigits - 1]!]}`;
  };
}

/** True when `text` has the shape of an id of this kind; says nothing about whether it exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text.slice(prefix.length + 1));
}

/** Random bytes for one id at a time, fetched for many at once: the call costs more than the bytes. */
function inBulk(random: (bytes: number) => Uint8Array): () => Uint8Array {
  let pool = new Uint8Array(0);
  let used = 0;
  return () => {
    if (used + entropyDigits > pool.length) {
      pool = Uint8Array.from(random(entropyDigits * 64));
      used = 0;
    }
    used += entropyDigits;
    return pool.subarray(used - entropyDigits, used);
  };
}

// One base-32 digit a byte: counting up and encoding stay trivial, and 16 digits are the 80 bits of a ULID.
function drawDigits(digits: Uint8Array, bytes: Uint8Array): void {
  for (let i = 0; i < digits.length; i++) digits[i] = bytes[i]! & 31;
  // Room to count up within the millisecond without ever overflowing into the time.
  digits[0]! &= 15;
}

/** True if more than the last digit changed. */
function increment(digits: Uint8Array): boolean {
  for (let i = digits.length - 1; i >= 0; i--) {
    if (digits[i]! < 31) {
      digits[i]!++;
      return i < digits.length - 1;
    }
    digits[i] = 0;
  }
  return true;
}

function encodeTime(time: number): string {
  let text = '';
  for (let rest = time, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text;
  return text;
}

function encodeStart(digits: Uint8Array): string {
  let text = '';
  for (let i = 0; i < digits.length - 1; i++) text += alphabet[digits[i]!];
  return text;
}
