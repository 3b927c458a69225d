import { randomBytes } from 'node:crypto';

/**
 * A random number that belongs to one revision of a namespace. Two histories that both have, say, a revision 4 are told apart by it.
 * It has 53 bits, the most that a number of JavaScript holds exactly, and is never 0, the stamp of a namespace without history.
 */
export function newStamp(): number {
  const bytes = randomBytes(8);
  return (bytes.readUInt32LE(0) % 0x20_0000) * 0x1_0000_0000 + bytes.readUInt32LE(4) || 1;
}
