import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Authority {
  /** What a client has to trust. */
  certificate: string;
  issue(names: string[]): { key: string; cert: string };
}

/** A certificate authority for one test run, written out in DER: no openssl has to be installed for the tests. */
export function createAuthority(): Authority {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = 'Lorekeep test authority';
  return {
    certificate: certify({
      subject: issuer,
      issuer,
      publicKey: root.publicKey,
      signer: root.privateKey,
      isAuthority: true,
    }),
    issue: (names) => {
      const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const cert = certify({
        subject: 'host',
        issuer,
        publicKey: leaf.publicKey,
        signer: root.privateKey,
        names,
      });
      return { cert, key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
    },
  };
}

interface Certificate {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signer: KeyObject;
  isAuthority?: boolean;
  names?: string[];
}

let serial = 1;

function certify({
  subject,
  issuer,
  publicKey,
  signer,
  isAuthority = false,
  names = [],
}: Certificate): string {
  const algorithm = sequence(oid([1, 2, 840, 10045, 4, 3, 2]));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = sequence(
    explicit(0, integer(2)),
    integer(serial++),
    algorithm,
    commonName(issuer),
    sequence(time('200101000000Z'), time('491231235959Z')),
    commonName(subject),
    spki,
    explicit(3, sequence(...extensions(isAuthority, names, spki))),
  );
  const signature = sign('sha256', body, { key: signer, dsaEncoding: 'der' });
  const der = sequence(body, algorithm, bitString(signature));
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

function extensions(isAuthority: boolean, names: string[], spki: Buffer): Buffer[] {
  const basic = extension(
    [2, 5, 29, 19],
    isAuthority ? sequence(tlv(0x01, Buffer.from([0xff]))) : sequence(),
    true,
  );
  // The last bits of the byte are unused; signing certificates, or digital signature.
  const usage = extension([2, 5, 29, 15], tlv(0x03, Buffer.from(isAuthority ? [2, 0x04] : [7, 0x80])), true);
  const identifier = extension([2, 5, 29, 14], tlv(0x04, createHash('sha1').update(spki).digest()));
  if (names.length === 0) return [basic, usage, identifier];
  const alternatives = names.map((name) =>
    isIPv4(name) ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name)),
  );
  return [basic, usage, identifier, extension([2, 5, 29, 17], sequence(...alternatives))];
}

function extension(id: number[], value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [tlv(0x01, Buffer.from([0xff]))] : []), tlv(0x04, value));
}

function commonName(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid([2, 5, 4, 3]), tlv(0x0c, Buffer.from(name)))));
}

function tlv(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));
const explicit = (tag: number, content: Buffer) => tlv(0xa0 + tag, content);
const integer = (value: number) => tlv(0x02, Buffer.from(value < 128 ? [value] : [0, value]));
const time = (value: string) => tlv(0x17, Buffer.from(value));
const bitString = (content: Buffer) => tlv(0x03, Buffer.concat([Buffer.from([0]), content]));

function oid([first, second, ...rest]: number[]): Buffer {
  const bytes = [first! * 40 + second!];
  for (const part of rest) {
    const digits = [part & 127];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128);
    bytes.push(...digits);
  }
  return tlv(0x06, Buffer.from(bytes));
}
