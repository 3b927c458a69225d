import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { DamagedTar, isTar, tarMembers } from './tar-members.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-tar-'));
afterAll(() => rmSync(folder, { recursive: true }));

const long = `${'d'.repeat(80)}/${'e'.repeat(70)}/${'f'.repeat(90)}.txt`;
const files = { 'a.txt': 'one', 'b/c.txt': 'x'.repeat(512), empty: '', 'ü.txt': 'umlaut', [long]: 'far' };
for (const [name, content] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}
symlinkSync('/etc/passwd', join(folder, 'link'));

describe('what tar writes is read back', () => {
  test.each(['ustar', 'gnu', 'posix'])('%s', (format) => {
    const archive = execFileSync('tar', [
      '-c',
      `--format=${format}`,
      '-C',
      folder,
      ...Object.keys(files),
      'link',
    ]);
    expect(isTar(archive)).toBe(true);
    const read = [...tarMembers(archive)].map(({ name, bytes }) => [name, bytes?.toString()]);
    expect(Object.fromEntries(read)).toEqual(files);
  });
});

function header(size: string | Buffer, name = 'a', type = '0'): Buffer {
  const head = Buffer.alloc(512);
  head.write(name);
  if (typeof size === 'string') head.write(size, 124, 'latin1');
  else size.copy(head, 124);
  head.write(type, 156);
  head.write('ustar\u000000', 257, 'latin1');
  return head;
}

test('a file that the archive ends in is named without its content', () => {
  const cut = Buffer.concat([header('00000001000\0'), Buffer.alloc(511)]);
  expect([...tarMembers(cut)]).toEqual([{ name: 'a', size: 512, bytes: undefined }]);
});

test('a size in binary is read, and what follows a cut record keeps its own name', () => {
  const binary = Buffer.from('800000000000000000000003', 'hex');
  const content = Buffer.concat([Buffer.from('abc'), Buffer.alloc(509)]);
  expect([...tarMembers(Buffer.concat([header(binary), content]))]).toMatchObject([{ name: 'a', size: 3 }]);
  const pax = Buffer.concat([Buffer.from('99 path=x\n'), Buffer.alloc(502)]);
  const read = tarMembers(Buffer.concat([header('12\0', 'p', 'x'), pax, header('0\0', 'own')]));
  expect([...read].map(({ name }) => name)).toEqual(['own']);
});

test.each(['zzz', '-1', '0x10', '1 1'])('the size %s is damage', (size) => {
  expect(() => [...tarMembers(header(size))]).toThrow(DamagedTar);
});

test('whatever the bytes are, reading ends and names nothing beyond them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat(2), (noise, at) => {
      const archive = Buffer.concat([header('00000000010\0'), Buffer.alloc(512), Buffer.from(noise)]);
      noise.subarray(0, 20).forEach((byte, i) => {
        archive[at * 512 + 120 + i] = byte;
      });
      try {
        for (const { size, bytes } of tarMembers(archive)) if (bytes) expect(bytes.length).toBe(size);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedTar);
      }
    }),
  );
});
