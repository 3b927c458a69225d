import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Sql } from './database.ts';
import { DatabaseUnusable } from './migrate.ts';

const keyBytes = 32;

/** The key that all nodes share, from a file that the operator gives to each of them. */
export function readSecretKey(file: string): Uint8Array {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new DatabaseUnusable(
      `The secret key cannot be read from ${file}. Make one key for all nodes: openssl rand -base64 32 > secret.key`,
      { cause: error },
    );
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) {
    throw new DatabaseUnusable(
      `${file} does not hold a key of 32 bytes in base64; make one with: openssl rand -base64 32`,
    );
  }
  return key;
}

/**
 * Credentials that one node sealed must open on every other, so that the database remembers a fingerprint of the first node's key
 * and refuses all others. The fingerprint tells nothing about the key.
 */
export async function checkSecretKey(sql: Sql, key: Uint8Array): Promise<void> {
  const fingerprint = createHmac('sha256', key).update('lorekeep: fingerprint of the secret key').digest();
  const row = await sql.get(
    'UPDATE cluster SET secret_key_fingerprint = coalesce(secret_key_fingerprint, $1) RETURNING secret_key_fingerprint',
    fingerprint,
  );
  if (timingSafeEqual(fingerprint, row!['secret_key_fingerprint'] as Uint8Array)) return;
  throw new DatabaseUnusable(
    'The secret key is another one than that of the nodes which use this database already. ' +
      'Give every node the same LOREKEEP_SECRET_KEY_FILE, or choose a database of its own for this Lorekeep.',
  );
}
