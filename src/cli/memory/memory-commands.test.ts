import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { transcriptOf } from '../../../test/support/transcript.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-transcript-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const entry = {
  id: 'mem_1',
  namespace: 'notes',
  content: 'Tea\u0007 is green.\nReally.',
  metadata: { user: 'ada' },
  externalId: 'x-1',
  createdAt: '2026-01-02T00:00:00.000Z',
  updatedAt: '2026-01-03T00:00:00.000Z',
  expiresAt: '2027-01-02T00:00:00.000Z',
  occurredAt: '2025-01-02T00:00:00.000Z',
};
const bare = { ...entry, id: 'mem_2', metadata: {}, content: `${'long '.repeat(20)}x` };

test('what the commands about entries ask and print', async () => {
  const found = [
    { id: 'mem_1', content: 'Tea is green.\nReally.', score: 0.98765 },
    { id: 'mem_2', content: 'x'.repeat(101), score: 0.5 },
    { id: 'mem_3', content: 'y'.repeat(100), score: 0.25 },
  ];
  const flags = [{ index: 1, kind: 'pii', ruleId: 'email', action: 'redacted' }];
  const many = Array.from({ length: 25 }, () => flags[0]);
  const written = { 'memory.write': { ids: ['mem_1', 'mem_2'], flags } };
  const transcript = await transcriptOf([
    { run: ['memory', 'write', 'notes', 'tea', 'coffee'], results: written },
    { run: ['memory', 'write', 'notes', 'tea', '--json'], results: { 'memory.write': { ids: ['mem_1'] } } },
    {
      run: ['memory', 'write', 'n', 'a'],
      results: { 'memory.write': { ids: ['mem_1', 'mem_2'], flags: many } },
    },
    {
      run: [
        'memory',
        'write',
        'notes',
        'tea',
        '--metadata',
        '{"a":1}',
        '--external-id',
        'x',
        '--tenant',
        'two',
      ],
      results: { 'memory.write': { ids: ['mem_1'] } },
    },
    { run: ['memory', 'write', 'notes', 'tea', '--metadata', '{"a":'] },
    { run: ['memory', 'write'] },
    { run: ['memory', 'search', 'notes', 'green', 'tea'], results: { 'memory.search': found } },
    { run: ['memory', 'search', 'notes', 'tea', '--json'], results: { 'memory.search': found.slice(0, 1) } },
    {
      run: 'memory search notes tea --limit 3 --mode dense --rerank --metadata-filter {"a":1} --filter {"b":2}'.split(
        ' ',
      ),
      results: { 'memory.search': [] },
    },
    { run: ['memory', 'search', 'notes', 'tea', '--limit', '-3'] },
    { run: ['memory', 'search', 'notes', 'tea', '--limit', '1234567890'] },
    { run: ['memory', 'search', 'notes'] },
    { run: ['memory', 'context', 'notes', 'tea'], results: { 'memory.context': { text: 'a\u0007\nb' } } },
    {
      run: ['memory', 'context', 'notes', 'tea'],
      results: { 'memory.context': { text: 'a\u0007\nb' } },
      colour: true,
    },
    {
      run: ['memory', 'context', 'notes', 'tea', '--max-tokens', '9', '--format', 'xml', '--json'],
      results: { 'memory.context': { text: 'a' } },
    },
    { run: ['memory', 'get', 'mem_1'], results: { 'api.call': entry } },
    { run: ['memory', 'get', 'mem_2', '--json'], results: { 'api.call': { id: 'mem_2' } } },
    {
      run: ['memory', 'get', 'mem_2'],
      results: {
        'api.call': { ...bare, externalId: undefined, expiresAt: undefined, occurredAt: undefined },
      },
    },
    { run: ['memory', 'update', 'mem_1', 'Tea', 'is', 'black.'], results: { 'api.call': entry } },
    {
      run: 'memory update mem_1 --metadata {"b":1} --external-id y --expires never --occurred 2026-01-01T00:00:00Z --json'.split(
        ' ',
      ),
      results: { 'api.call': {} },
    },
    { run: ['memory', 'list', 'notes'], results: { 'memory.list': { items: [entry, bare], more: true } } },
    {
      run: ['memory', 'list', 'notes', '--limit', '1', '--json'],
      results: { 'memory.list': { items: [{ id: 'mem_1' }], more: false } },
    },
    { run: ['memory', 'list', 'notes'], results: { 'memory.list': { items: [], more: false } } },
    { run: ['memory', 'list', 'notes'], results: { 'memory.list': { items: [bare], more: false } } },
    { run: ['memory', 'delete', 'notes', 'mem_1'], results: { 'memory.delete': { matched: 1, deleted: 1 } } },
    { run: ['memory', 'delete', 'notes', '--all'], results: { 'memory.delete': { matched: 3, deleted: 2 } } },
    {
      run: ['memory', 'delete', 'notes', '--filter', '{"a":1}', '--dry-run'],
      results: { 'memory.delete': { matched: 1, deleted: 0 } },
    },
    {
      run: ['memory', 'delete', 'notes', '--all', '--dry-run'],
      results: { 'memory.delete': { matched: 2, deleted: 0 } },
    },
    {
      run: ['memory', 'delete', 'notes', '--all', '--json'],
      results: { 'memory.delete': { matched: 2, deleted: 2 } },
    },
    { run: ['memory', 'get', 'mem_1', '--limit', '3'] },
    { run: ['memory', 'list', 'notes', '--rerank'] },
    {
      run: ['memory', 'namespaces'],
      results: { 'memory.namespaces': [{ name: 'a\u0007', entries: 12, bytes: 3456, model: 'fast' }] },
    },
    { run: ['memory', 'namespaces', '--json'], results: { 'memory.namespaces': [{ name: 'a' }] } },
    { run: ['memory', 'namespaces'], results: { 'memory.namespaces': [] } },
    {
      run: ['memory', 'model'],
      results: { 'memory.model': { wanted: 'm2', namespacesLeft: 0, entriesLeft: 0, recutsLeft: 7 } },
    },
    {
      run: ['memory', 'model', 'rollback'],
      results: {
        'memory.rollback': {
          wanted: 'm1',
          previous: 'm2',
          namespacesLeft: 1,
          entriesLeft: 20,
          recutsLeft: 0,
        },
      },
    },
    { run: ['memory', 'model', '--json'], results: { 'memory.model': { wanted: 'm2' } } },
  ]);
  await expect(transcript).toMatchFileSnapshot('transcripts/entries.txt');
});

test('what an audit asks and prints', async () => {
  const flag = { kind: 'secrets', ruleId: 'aws', action: 'found' };
  const clean = { entries: 1, flagged: 0, byKind: {}, changed: 0, unredactable: 0, items: [] };
  const items = Array.from({ length: 21 }, (_, i) => ({ id: `mem_${i}`, flags: [flag, flag] }));
  const some = [
    {
      id: 'mem_1',
      flags: [1, 2, 3, 4].map((i) => ({ ...flag, ruleId: `rule-${i}`, path: `/metadata/${i}` })),
    },
  ];
  const found = { ...clean, entries: 30, flagged: 21, byKind: { secrets: 21, instructions: 1 }, items };
  const orders = { ...clean, entries: 2, flagged: 1, byKind: { instructions: 1 }, items: some };
  const transcript = await transcriptOf([
    { run: ['memory', 'audit', 'notes'], results: { 'memory.audit': clean } },
    { run: ['memory', 'audit', 'notes', '--pii'], results: { 'memory.audit': found } },
    { run: ['memory', 'audit', 'notes'], results: { 'memory.audit': orders } },
    {
      run: ['memory', 'audit', 'notes', '--apply', 'redact'],
      results: { 'memory.audit': { ...orders, changed: 1, unredactable: 1 } },
    },
    {
      run: ['memory', 'audit', 'notes', '--apply', 'flag'],
      results: { 'memory.audit': { ...found, items: items.slice(0, 20), changed: 2 } },
    },
    { run: ['memory', 'audit', 'notes', '--format', 'json'], results: { 'memory.audit': clean } },
    { run: ['memory', 'audit', 'notes', '--json'], results: { 'memory.audit': { flagged: 1 } } },
    { run: ['memory', 'audit', 'notes', '--format', 'xml'] },
    { run: ['memory', 'audit', 'notes', '--apply', 'burn'] },
  ]);
  await expect(transcript).toMatchFileSnapshot('transcripts/audit.txt');
});

test('what an import asks and prints', async () => {
  const lines = fileOf('lines.ndjson', '{"content":"a"}\n{"content":"b"}\n\n{"content":"c"}');
  const csv = fileOf('notes.csv', 'text,key\nTea,1\n,2\n');
  const jsonl = fileOf('notes.jsonl', '{"t":"Tea"}\n\n{"t":""}\n');
  const bad = fileOf('bad.jsonl', '{"t":"Tea"}\nnope\n');
  const list = fileOf('list.jsonl', '[1]\n');
  const latin = join(folder, 'latin.ndjson');
  writeFileSync(latin, Buffer.from([0x7b, 0xe4, 0x7d]));
  const many = fileOf('many.ndjson', `${'{}\n'.repeat(20_001)}`);
  const large = fileOf('large.ndjson', `${`"${'x'.repeat(1024 * 1024)}"\n`.repeat(9)}`);
  const counts = { read: 1, written: 1, replaced: 0, unchanged: 0, expired: 0 };
  const every = { read: 9, written: 9, replaced: 2, unchanged: 3, expired: 4, flagged: 5, rejected: 6 };
  const ones = { read: 6, written: 1, replaced: 1, unchanged: 1, expired: 1, flagged: 1, rejected: 1 };
  const asked: string[] = [];
  const noted = (args: { lines: string; linesBefore: number }, report: (progress: object) => void) => {
    const [first] = args.lines.split('\n', 1);
    asked.push(
      `${args.lines.split('\n').length} lines of ${first!.length} characters after ${args.linesBefore}`,
    );
    report({ lastLine: args.linesBefore + 1 });
    return counts;
  };
  const done = (result: unknown) => ({ 'memory.import': result });
  const transcript = await transcriptOf([
    { run: ['memory', 'import', 'notes', lines], results: done(counts) },
    { run: ['memory', 'import', 'notes', lines], results: done(every) },
    { run: ['memory', 'import', 'notes', lines], results: done(ones) },
    { run: ['memory', 'import', 'notes', lines], results: done({ ...every, flagged: 1, rejected: 1 }) },
    { run: ['memory', 'import', 'notes', lines, '--from-line', '2', '--json'], results: done(counts) },
    { run: ['memory', 'import', 'notes', lines, '--from-line', '5'], results: done(counts) },
    { run: ['memory', 'import', 'notes', lines, '--from-line', '0'] },
    { run: ['memory', 'import', 'notes', lines, '--from-line', '1.5'] },
    {
      run: ['memory', 'import', 'notes', csv, '--from', 'csv', '--map', 'content=text'],
      results: done(counts),
    },
    {
      run: ['memory', 'import', 'notes', csv, '--from', 'csv', '--map', 'content=text', '--json'],
      results: done(counts),
    },
    { run: ['memory', 'import', 'notes', csv, '--from', 'csv', '--map', 'content=none'] },
    {
      run: ['memory', 'import', 'notes', jsonl, '--from', 'jsonl', '--map', 'content=t'],
      results: done(counts),
    },
    { run: ['memory', 'import', 'notes', bad, '--from', 'jsonl', '--map', 'content=t'] },
    { run: ['memory', 'import', 'notes', list, '--from', 'jsonl', '--map', 'content=t'] },
    { run: ['memory', 'import', 'notes', csv, '--from', 'cvs'] },
    { run: ['memory', 'import', 'notes', csv, '--from', 'constructor'] },
    { run: ['memory', 'import', 'notes', latin] },
    { run: ['memory', 'import', 'notes', join(folder, 'none')] },
  ]);
  await expect(transcript.replaceAll(folder, '…')).toMatchFileSnapshot('transcripts/import.txt');
  await transcriptOf(
    [many, large].map((file) => ({ run: ['memory', 'import', 'n', file], results: done(noted) })),
  );
  // Parts of at most 20,000 lines or 8 MiB.
  expect(asked).toEqual([
    '20000 lines of 2 characters after 0',
    '1 lines of 2 characters after 20000',
    '8 lines of 1048578 characters after 0',
    '1 lines of 1048578 characters after 8',
  ]);
});

test('what an export asks and writes', async () => {
  const file = join(folder, 'out');
  const pages = ({ after }: { after: string | null }) =>
    after === null
      ? { items: [entry, { ...bare, content: '````' }], next: 'mem_2' }
      : { items: [bare], next: null };
  const one = { 'memory.export': { items: [{ id: 'mem_1' }], next: null } };
  const exported = { 'memory.export': pages };
  const both: string[] = [];
  for (const format of ['lorekeep', 'markdown']) {
    both.push(
      await transcriptOf([
        { run: ['memory', 'export', 'notes', file, '--format', format], results: exported },
      ]),
      readFileSync(file, 'utf8'),
    );
  }
  both.push(
    await transcriptOf([
      { run: ['memory', 'export', 'notes', file], results: one },
      { run: ['memory', 'export', 'notes', file, '--format', 'xml'] },
    ]),
  );
  await expect(both.join('\n').replaceAll(folder, '…')).toMatchFileSnapshot('transcripts/export.txt');
});

test('what an evaluation asks and prints', async () => {
  const questions = fileOf(
    'questions.jsonl',
    '{"query":"tea","relevant":["x-1"]}\n\n{"query":"nothing","relevant":[]}\n',
  );
  const hits = [
    { id: 'mem_2', score: 0.9 },
    { id: 'mem_1', externalId: 'x-1', score: 0.8 },
  ];
  const wrong = [
    '{"query":"tea"',
    '{"query":" ","relevant":[]}',
    '{"query":"tea"}',
    '{"query":"t","relevant":[1]}',
    'null',
    '',
  ];
  const many = fileOf('hundred.jsonl', '{"query":"tea","relevant":[]}\n'.repeat(101));
  const tooMany = fileOf('too-many.jsonl', '{"query":"t","relevant":[]}\n'.repeat(10_001));
  const tooLong = fileOf('long.jsonl', `{"query":"${'t'.repeat(65_536)}","relevant":[]}`);
  const fits = fileOf('fits.jsonl', `{"query":"t","relevant":[]}${' '.repeat(65_536 - 27)}`);
  const transcript = await transcriptOf([
    { run: ['memory', 'eval', 'notes', questions], results: { 'memory.search': hits } },
    { run: ['memory', 'eval', 'notes', questions, '--rerank', '--json'], results: { 'memory.search': hits } },
    ...wrong.map((text, i) => ({ run: ['memory', 'eval', 'notes', fileOf(`wrong-${i}`, `\n${text}`)] })),
    { run: ['memory', 'eval', 'notes', tooMany] },
    { run: ['memory', 'eval', 'notes', tooLong] },
    { run: ['memory', 'eval', 'notes', fits], results: { 'memory.search': [] } },
  ]);
  await expect(transcript.replaceAll(folder, '…')).toMatchFileSnapshot('transcripts/eval.txt');
  const hundred = await transcriptOf([
    { run: ['memory', 'eval', 'n', many], results: { 'memory.search': [] } },
  ]);
  expect(hundred.match(/^! .*$/gm)).toEqual([
    '! blended: 100 of 101 questions',
    '! dense: 100 of 101 questions',
    '! lexical: 100 of 101 questions',
  ]);
});
