import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts small secrets for storage: AES-256-GCM, a fresh nonce each, bound to a label (what it is and whose), so that a sealed
 * value which is moved to another row does not open there.
 */
export class Sealing {
  readonly #key: Buffer;

  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new Error('The sealing key must have 32 bytes.');
    this.#key = Buffer.from(key);
  }

  seal(secret: string, label: string): Uint8Array {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws when the value was sealed with another key or label, or was changed. */
  open(sealed: Uint8Array, label: string): string {
    const bytes = Buffer.from(sealed);
    if (bytes.length < headerBytes || bytes[0] !== formatVersion) {
      throw new Error('A sealed value has an unknown format.');
    }
    const nonce = bytes.subarray(1, 1 + nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(label))
      .setAuthTag(bytes.subarray(1 + nonceBytes, headerBytes));
    return Buffer.concat([decipher.update(bytes.subarray(headerBytes)), decipher.final()]).toString('utf8');
  }
}

const formatVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes + tagBytes;
