import { expect, test } from 'vitest';
import type { Finding } from '../../scan/model/finding.ts';
import { packFindings, pickFindings, toSightings, unpackFindings } from './finding-chunks.ts';
import { listBytes, listColumns, toListCount, toListGroup, toListRow } from './finding-list-rows.ts';
import { WantedFindings } from './wanted-findings.ts';

const finding = (id: string, rest: Partial<Finding> = {}): Finding =>
  ({
    id,
    ruleId: 'r',
    title: 'T',
    severity: 'high',
    confidence: 'high',
    category: 'c',
    engine: 'code',
    file: 'a.ts',
    line: 3,
    status: 'open',
    ...rest,
  }) as Finding;

test('findings are packed by the hundred, and only the bodies that are needed are read', async () => {
  const all = Array.from({ length: 201 }, (_, i) => finding(`f${i}`));
  const chunks = await packFindings(all, 0);
  expect(await Promise.all(chunks.map(async ({ body }) => (await unpackFindings(body)).length))).toEqual([
    100, 100, 1,
  ]);
  const rows = chunks.map(({ ids }, position) => ({ position, ids }));
  const read: number[] = [];
  const readBody = async (position: number) => {
    read.push(position);
    return chunks[position]!.body;
  };
  const picked = await pickFindings(rows, ['f200', 'f3', 'none'], readBody);
  expect(picked.map(({ id }) => id)).toEqual(['f200', 'f3']);
  expect(read).toEqual([0, 2]);
  read.length = 0;
  expect(await pickFindings(rows, ['f0', 'f0'], readBody)).toHaveLength(2);
  expect(read).toEqual([0]);
  expect(await pickFindings(rows, ['f0'], async () => undefined)).toEqual([]);
  expect(
    toSightings([
      { scan_id: 's1', suppressed: 0 },
      { scan_id: 's2', suppressed: '1' },
    ]),
  ).toEqual(
    new Map([
      ['s1', 'open'],
      ['s2', 'suppressed'],
    ]),
  );
});

test('each finding is taken from the newest scan that has it', async () => {
  const [chunk] = await packFindings([finding('f1'), finding('f2')], 0);
  const head = (scanId: string) => ({ scanId, position: 0, repoUrl: 'u', ids: chunk!.ids });
  const wanted = new WantedFindings(['f1', 'f3']);
  wanted.look(head('newer'));
  wanted.look(head('older'));
  expect(wanted.isComplete).toBe(false);
  expect((await wanted.unpack(() => chunk!.body)).map(({ scanId, finding: { id } }) => [scanId, id])).toEqual(
    [['newer', 'f1']],
  );
  expect(await wanted.unpack(() => undefined)).toEqual([]);
  const one = new WantedFindings(['f2']);
  one.look(head('newer'));
  expect(one.isComplete).toBe(true);
});

test('a finding is listed with its flags, and read back from its columns', () => {
  const names =
    'scan_id severity ordinal finding_id rule_id title confidence category engine file line status flags'.split(
      ' ',
    );
  const read = (one: Finding) => {
    const columns = listColumns('s', 7, one);
    return {
      ...toListRow(Object.fromEntries(names.map((name, i) => [name, columns[i]!]))),
      flags: columns[12],
    };
  };
  const plain = read(finding('f1'));
  expect(plain).toEqual({
    row: {
      id: 'f1',
      scanId: 's',
      ruleId: 'r',
      title: 'T',
      severity: 'high',
      confidence: 'high',
      category: 'c',
      file: 'a.ts',
      line: 3,
      status: 'open',
      engine: 'code',
    },
    place: { severity: 1, scanId: 's', ordinal: 7 },
    flags: 0,
  });
  const step = { file: 'a', line: 1 };
  expect(read(finding('f', { trace: [] } as never)).flags).toBe(0);
  expect(read(finding('f', { trace: [step] } as never))).toMatchObject({ flags: 1, row: { flow: true } });
  expect(read(finding('f', { fix: {} } as never))).toMatchObject({ flags: 2, row: { fix: true } });
  expect(read(finding('f', { baselineState: 'new' }))).toMatchObject({
    flags: 4,
    row: { baselineState: 'new' },
  });
  expect(read(finding('f', { baselineState: 'unchanged' }))).toMatchObject({
    flags: 8,
    row: { baselineState: 'unchanged' },
  });
  expect(read(finding('f', { trace: [step], fix: {}, baselineState: 'new' } as never)).flags).toBe(7);
  expect(listBytes(listColumns('s', 7, finding('f1')))).toBe(
    1 + 4 + 4 + 2 + 1 + 1 + 4 + 1 + 4 + 4 + 4 + 4 + 4,
  );
  expect(toListGroup({ severity: '2', key: 'k', title: 'T', count: '3' })).toEqual({
    group: { key: 'k', title: 'T', severity: 'medium', count: 3 },
    place: { severity: 2, key: 'k' },
  });
  expect(toListCount({ severity: 0, engine: 'code', status_now: 'open', rule_id: 'r', count: '2' })).toEqual({
    severity: 'critical',
    engine: 'code',
    status: 'open',
    ruleId: 'r',
    count: 2,
  });
});
