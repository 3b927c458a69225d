import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../../../../test/support/zip.ts';
import { decodeText } from '../../source/source-text.ts';
import { expandTemplate } from './rules/example-template.ts';
import { createSecretsEngine } from './secrets-engine.ts';

const engine = createSecretsEngine();
const token = expandTemplate('ghp_{crc}', 'token');

function analyse(content: string | Uint8Array, path = 'src/settings.conf') {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const text = decodeText(bytes);
  const analysis = engine.analyse({ path, bytes, text, tree: undefined }, { hashSecret: (value) => value });
  const cut = (ranges: ReadonlyArray<readonly [number, number]> = []) =>
    ranges.map(([from, to]) => text.slice(from, to));
  return {
    ids: analysis.findings.map(({ ruleId }) => ruleId),
    findings: analysis.findings,
    notes: (analysis.notes ?? []).map(({ reason }) => reason),
    masked: cut(analysis.redactions),
    everywhere: cut(analysis.maskEverywhere),
  };
}
const base64 = (text: string) => Buffer.from(text).toString('base64');
const nested = (levels: number): string =>
  levels === 0 ? `the token is ${token} indeed` : `part: ${base64(nested(levels - 1))} end of it`;

test('what is encoded is decoded three times, and masked as it stands in the file', () => {
  for (const levels of [0, 1, 2, 3]) {
    const text = nested(levels);
    const { ids, masked, everywhere } = analyse(text);
    expect(ids, `${levels}`).toEqual(['github-token']);
    const shown = levels === 0 ? token : text.slice(6, -10);
    expect([masked, everywhere]).toEqual([[shown], [shown]]);
  }
  expect(analyse(nested(4)).ids).not.toContain('github-token');
});

test('a value that a provider’s form fits is not decoded, one that only has a name is', () => {
  const inner = base64(`user: ${token} and more of it`);
  expect(analyse(`password = ${inner}`).ids).toEqual(['github-token']);
  expect(analyse(`password = ${base64('nothing to be found in this text at all')}`).ids).not.toContain(
    'github-token',
  );
});

test('a word that is in every program is masked where it is a password, a longer one everywhere', () => {
  const of = (value: string) => analyse(`db_password = "${value}"\n`, 'config/database.yml');
  for (const value of ['postgres', 'Zauberwald', 'Zauberwaldx'])
    expect(of(value).everywhere, value).toEqual([]);
  expect(of('Zauberwaldxy').everywhere).toEqual(of('Zauberwaldxy').masked);
  expect(of('Zauber').everywhere).toEqual([]);
  expect(of('Zaub3r').everywhere).toEqual(of('Zaub3r').masked);
});

test('both halves of a credential are masked, in the file and everywhere', () => {
  const id = expandTemplate('AKIA{B32:16}', 'id');
  const secret = expandTemplate('{b64:38}7a', 'secret');
  const { masked, everywhere } = analyse(`aws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`);
  expect(masked).toEqual([secret, id]);
  expect(everywhere).toEqual([secret, id]);
  const [line] = base64(`aws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`).split('\n');
  expect(analyse(`blob: ${line}`).masked).toEqual([line]);
});

test('in tests a value is told once, elsewhere each time, and all are masked', () => {
  const text = `a: ${token}\nb: ${token}\n`;
  expect(analyse(text, 'src/a.conf').ids).toEqual(['github-token', 'github-token']);
  expect(analyse(text, 'tests/a.conf').ids).toEqual(['github-token']);
  const other = expandTemplate('ghp_{crc}', 'other');
  expect(analyse(`a: ${token}\nb: ${other}\n`, 'tests/a.conf').ids).toHaveLength(2);
});

test('a thousand findings of a file are told, and what is more is masked all the same', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => `t${i}: ${expandTemplate('ghp_{crc}', `t${i}`)}`).join('\n');
  const full = analyse(lines(1000));
  expect([full.ids.length, full.notes, full.masked.length]).toEqual([1000, [], 1000]);
  const more = analyse(lines(1001));
  expect([more.ids.length, more.notes, more.masked.length, more.everywhere.length]).toEqual([
    1000,
    ['too_many_findings'],
    1001,
    1000,
  ]);
});

test('members of archives in archives are read three deep, and named by their path', () => {
  const packed = (levels: number): Buffer =>
    levels === 0 ? Buffer.from(`t: ${token}\n`) : zipOf([[`m${levels}.env`, packed(levels - 1) as never]]);
  for (const levels of [1, 2, 3]) {
    const { ids, notes, masked } = analyse(packed(levels), 'a.zip');
    expect([ids, notes, masked], `${levels}`).toEqual([['github-token'], [], []]);
  }
  const deep = analyse(packed(4), 'a.zip');
  expect([deep.ids, deep.notes]).toEqual([[], ['archive_partly_read']]);
  expect(analyse(packed(2), 'a.zip').findings[0]!.description).toContain('archive member m1.env');
  expect(analyse(gzipSync(`t: ${token}\n`), 'src/a.env.gz').findings[0]!.description).toContain(
    'archive member src/a.env',
  );
});

test('the name of a member is shown as far as it can be, and a member of tests is one', () => {
  const name = `${'n'.repeat(119)}\x7f.env`;
  const [finding] = analyse(zipOf([[name, `t: ${token}\n`]]), 'a.zip').findings;
  expect(finding!.description).toContain(`${'n'.repeat(119)}?`);
  expect(finding!.description).not.toContain('?.env');
  expect(analyse(zipOf([['tests/a.env', `t: ${token}\n`]]), 'a.zip').findings[0]!.confidence).toBe('low');
  expect(analyse(zipOf([['a.env', `t: ${token}\n`]]), 'tests/a.zip').findings[0]!.confidence).toBe('low');
  expect(analyse(zipOf([['a.env', `t: ${token}\n`]]), 'a.zip').findings[0]!.confidence).toBe('high');
});

test('wide text of a program is read at its place', () => {
  const wide = Buffer.concat([Buffer.from(`key: ${token}\n`.repeat(2), 'utf16le')]);
  const { findings } = analyse(Buffer.concat([wide, Buffer.from([0xff, 0xfe, 0x00])]), 'a.bin');
  expect(findings.map(({ ruleId }) => ruleId)).toEqual(['github-token', 'github-token']);
});

test('files of up to 20 megabytes are read, binary ones too, and rules of one’s own have another version', () => {
  expect([0, 1, 20 << 20, (20 << 20) + 1].map((size) => engine.wants('a', size))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(engine.readsBinary!('a', Buffer.alloc(1))).toBe(true);
  const own = { ...engine.rules[0]!, id: 'own', keywords: [], severity: 'low' } as never;
  const custom = createSecretsEngine({ customRules: [own] });
  expect(custom.version).toMatch(new RegExp(`^${engine.version}-[0-9a-f]{12}$`));
  expect(custom.rules.length).toBe(engine.rules.length + 1);
  expect(
    createSecretsEngine({ customRules: [{ ...(own as object), id: engine.rules[0]!.id } as never] }).rules
      .length,
  ).toBe(engine.rules.length);
});

test('in a program the texts in UTF-16 are read too, and their places are those of the file', () => {
  const program = Buffer.concat([
    Buffer.alloc(8, 0x01),
    Buffer.from(`\u0001\u0002${'x '.repeat(20)}${token} y`, 'utf16le'),
  ]);
  const { findings } = engine.analyse(
    { path: 'lib/app.dll', bytes: program, text: program.toString('latin1'), tree: undefined },
    { hashSecret: (value) => value },
  );
  expect(findings.map(({ ruleId }) => ruleId)).toEqual(['github-token']);
  expect(findings[0]!.startColumn).toBe(8 + 2 * 42 + 1);
});

test('bytes that are no UTF-8 move nothing, and zeros are blanks', () => {
  const place = (bytes: Buffer) => {
    const found = engine.analyse(
      { path: 'a.conf', bytes, text: decodeText(bytes), tree: undefined },
      { hashSecret: () => '' },
    );
    return found.findings.map(
      ({ ruleId, startLine, startColumn }) => `${ruleId} ${startLine}:${startColumn}`,
    );
  };
  expect(place(Buffer.concat([Buffer.from([0xe4, 0x20]), Buffer.from(`token: ${token}\n`)]))).toEqual([
    'github-token 1:10',
  ]);
  const padded = Buffer.from(
    `${'# some words of a text that has a few zeros in it\n'.repeat(4)}db_password\0=\0"Zauber-3-wald!"\n`,
  );
  expect(place(padded)).toEqual(['generic-password 5:16']);
});

test('a zip behind a text in UTF-16 is not passed over, also where both lie in the same memory', () => {
  const wide = Buffer.from('\ufeffread me first\n', 'utf16le');
  // Small buffers are cut from one memory, so that the text that is made of a file lies next to it, but for one that is the last in its memory.
  for (let i = 0; i < 20; i++) {
    const file = Buffer.concat([wide, zipOf([['a.env', `t: ${token}\n`]])]);
    expect(analyse(file, 'notes.txt').notes).toEqual(['archive_partly_read']);
  }
});
