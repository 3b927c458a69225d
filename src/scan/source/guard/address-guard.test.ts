import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from './address-guard.ts';

test.each([
  '8.8.8.8',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2001:4860:4860::8888',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '10.255.255.255',
  '100.127.255.255',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.31.255.255',
  '192.0.2.1',
  '192.168.0.1',
  '198.19.255.255',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '2001::1',
  '2001:db8::1',
  '2002:808:808::',
  '3fff::1',
  'fc00::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
  '1.2.3',
  '0177.0.0.1',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('no IPv6 address that carries an IPv4 address in a known way is public', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      for (const form of [
        `::ffff:${hex}`,
        `::${hex}`,
        `64:ff9b::${hex}`,
        `2002:${hex}::1`,
        `2001:0:${hex}::`,
      ]) {
        expect(isPublicAddress(form)).toBe(false);
      }
    }),
  );
});
