import { expect, test } from 'vitest';
import { zipOf } from '../../../../test/support/zip.ts';
import { expandTemplate } from './rules/example-template.ts';
import { createSecretsEngine } from './secrets-engine.ts';

const engine = createSecretsEngine();
const analyse = (path: string, bytes: Buffer) =>
  engine.analyse({ path, bytes, text: bytes.toString(), tree: undefined }, { hashSecret: (value) => value });
/** One file in the form of POSIX, not packed. */
function tarOf(name: string, content: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(name);
  head.write('0000644\0', 100);
  head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  head.write('        0', 148);
  head.write('ustar\u000000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([head, body, Buffer.alloc(1024)]);
}
const token = (seed: string) => expandTemplate('ghp_{crc}', seed);

test('of many secrets of one kind in an archive ten are listed and the others are counted', () => {
  const files = Array.from({ length: 40 }, (_, i) => [`${i}.txt`, `t = "${token(`${i}`)}"`] as const);
  const { findings } = analyse('run.zip', zipOf(files));
  expect(findings).toHaveLength(10);
  expect(findings.map(({ description }) => description.includes('30 more of this kind'))).toEqual([
    ...Array.from({ length: 9 }, () => false),
    true,
  ]);
});

test('of a file for tests twenty-five of a kind are listed, all are masked, and elsewhere all are listed', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `t${i} = "${token(`${i}`)}"`).join('\n');
  const tests = analyse('test/data.conf', Buffer.from(lines));
  expect(tests.findings).toHaveLength(25);
  expect(tests.findings.at(-1)!.description).toContain('15 more of this kind are in the file');
  expect(tests.redactions).toHaveLength(40);
  expect(analyse('src/data.conf', Buffer.from(lines)).findings).toHaveLength(40);
});

test('another kind, and another severity, has a list of its own', () => {
  const files = Array.from({ length: 12 }, (_, i) => [`${i}.txt`, `t = "${token(`${i}`)}"`] as const);
  const key = expandTemplate('AKIA{B32:16}', 'a');
  const { findings } = analyse(
    'run.zip',
    zipOf([...files, ['a.conf', `id = "${key}"`], ['tests/b.conf', token('b')]]),
  );
  const counts = Object.groupBy(findings, ({ ruleId, severity }) => `${ruleId} ${severity}`);
  expect(Object.fromEntries(Object.entries(counts).map(([kind, list]) => [kind, list!.length]))).toEqual({
    'github-token critical': 10,
    'github-token medium': 1,
    'aws-access-key-id high': 1,
  });
});

test('a value in several members is one finding, and so is one that an archive without packing shows by itself', () => {
  const text = `t = "${token('same')}"\n`;
  expect(
    analyse(
      'run.zip',
      zipOf([
        ['a.txt', text],
        ['b.txt', text],
      ]),
    ).findings,
  ).toHaveLength(1);
  const tar = analyse('run.tar', tarOf('a.txt', text));
  expect(tar.findings.map(({ ruleId, startLine }) => [ruleId, startLine])).toEqual([['github-token', 1]]);
  expect(tar.redactions).toHaveLength(1);
});
