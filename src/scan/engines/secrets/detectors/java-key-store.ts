const trustedCertificate = 2;
const maxEntries = 10_000;

/**
 * Whether a Java key store has anything in it but certificates that its owner trusts, which are public: a store of authorities comes with many programs. What cannot be
 * read to the end may hold a key.
 */
export function holdsMoreThanCertificates(bytes: Buffer): boolean {
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (count === 0 || count > maxEntries || (version !== 1 && version !== 2)) return true;
  let at = 12;
  for (let entry = 0; entry < count; entry++) {
    if (at + 6 > bytes.length || bytes.readUInt32BE(at) !== trustedCertificate) return true;
    // The tag, the alias behind its length, and when it was made.
    at += 4 + 2 + bytes.readUInt16BE(at + 4) + 8;
    if (version === 2) {
      if (at + 2 > bytes.length) return true;
      at += 2 + bytes.readUInt16BE(at);
    }
    if (at + 4 > bytes.length) return true;
    at += 4 + bytes.readUInt32BE(at);
  }
  return at > bytes.length;
}
