import { expect, test } from 'vitest';
import { runInProcess } from '../../../test/support/in-process-cli.ts';
import { transcriptOf } from '../../../test/support/transcript.ts';

const key = {
  id: 'key_1',
  status: 'active',
  plan: 'team',
  scopes: ['admin', 'scan:read'],
  name: 'ci\u0007',
  key: 'key_1_secret',
};

test('what commands about keys, tenants and the audit trail ask and print', async () => {
  const tenants = [{ id: 'ten_1', name: 'one\u0007', createdAt: Date.UTC(2026, 0, 2) }];
  const trail = [
    {
      at: Date.UTC(2026, 0, 2),
      actor: 'local',
      action: 'key.issue',
      subject: 'key_1',
      details: { a: '\u0007' },
    },
  ];
  const transcript = await transcriptOf([
    { run: ['key', 'create', 'ci', '--scopes', 'admin, scan:read'], results: { 'key.create': key } },
    {
      run: 'key create ci --scopes admin --scopes scan:read --namespaces a-*,b --plan free --expires 2027-01-31T00:00:00Z --tenant two --json'.split(
        ' ',
      ),
      results: { 'key.create': { id: 'key_1' } },
    },
    { run: ['key', 'create', 'ci'] },
    { run: ['key', 'create'] },
    {
      run: ['key', 'list'],
      results: { 'key.list': [key, { ...key, lastUsedAt: '2026-01-02T00:00:00.000Z' }] },
    },
    { run: ['key', 'list', '--json'], results: { 'key.list': [] } },
    { run: ['key', 'list'], results: { 'key.list': [] } },
    { run: ['key', 'rotate', 'key_1'], results: { 'key.rotate': key } },
    { run: ['key', 'rotate', 'key_1', '--grace', '0'], results: { 'key.rotate': key } },
    { run: ['key', 'rotate', 'key_1', '--grace', '1d'] },
    { run: ['key', 'rotate', 'key_1', '--grace', '12345678'] },
    { run: ['key', 'revoke', 'key_1'] },
    { run: ['key', 'revoke', 'key_1', '--json'] },
    { run: ['key'] },
    { run: ['tenant', 'create', 'one'], results: { 'tenant.create': tenants[0] } },
    { run: ['tenant', 'create', 'one', '--json'], results: { 'tenant.create': tenants[0] } },
    { run: ['tenant', 'create'] },
    { run: ['tenant', 'list'], results: { 'tenant.list': tenants } },
    { run: ['tenant', 'list', '--json'], results: { 'tenant.list': tenants } },
    { run: ['tenant', 'delete', 'one'] },
    { run: ['tenant', 'delete', 'one', '--yes'] },
    { run: ['tenant', 'delete', 'one', '--yes', '--json'] },
    { run: ['tenant', 'burn', 'one'] },
    { run: ['audit'], results: { 'audit.list': trail } },
    { run: ['audit', '--limit', '10000', '--tenant', 'two', '--json'], results: { 'audit.list': trail } },
    { run: ['audit', '--limit', '10001'] },
    { run: ['audit', '--limit', '0'] },
    { run: ['audit', '--limit', '1'], results: { 'audit.list': [] } },
    { run: ['audit', '--limit', '1.5'] },
  ]);
  await expect(transcript).toMatchFileSnapshot('access.txt');
});

test('what commands about the data folder ask and print', async () => {
  const files = [
    { name: 'a', bytes: 1_200_000 },
    { name: 'b', bytes: 50_000 },
  ];
  const copied = (_: object, report: (progress: object) => void) => {
    report({ done: 1, total: 2 });
    return { createdAt: 'now', files };
  };
  const whole = [{ name: 'database', problems: [] }];
  const broken = [{ name: 'index', problems: ['row 3\u0007 is gone'], beyond: ['a standby'] }];
  const transcript = await transcriptOf([
    { run: ['backup', '/backup'], results: { backup: copied } },
    { run: ['backup', '/backup', '--json'], results: { backup: copied } },
    { run: ['backup'] },
    { run: ['restore'] },
    { run: ['move'] },
    { run: ['verify'], results: { verify: whole } },
    { run: ['verify'], results: { verify: [...whole, ...broken] }, colour: true },
    { run: ['verify', '--json'], results: { verify: broken } },
    {
      run: ['verify', '--erasure', '--absent', 'Ada', '--absent', 'Bob'],
      results: {
        verify: whole,
        'memory.erase': { traces: [{ file: 'x.db', text: 'Ada' }], beyond: ['a backup'] },
      },
    },
    {
      run: ['verify', '--erasure', '--json'],
      results: { verify: [], 'memory.erase': { traces: [], beyond: [] } },
    },
    { run: ['verify', '--absent', 'Ada'] },
  ]);
  await expect(transcript).toMatchFileSnapshot('data-folder.txt');
});

test('a move says what it copied and how to continue, a restore what it brought back', async () => {
  const environment = { LOREKEEP_DATA_DIR: '/data' };
  const asked: unknown[] = [];
  const surroundings = {
    environment,
    moveData: async ({ dataDir }: { dataDir: string }, to: string) => {
      asked.push([dataDir, to]);
      return [
        { table: 'a', rows: 2 },
        { table: 'b', rows: 3 },
      ];
    },
    restoreBackup: async (source: string, dataDir: string) => {
      asked.push([source, dataDir]);
      return { createdAt: '2026-01-02' };
    },
  };
  const run = (...args: string[]) => runInProcess(args, surroundings);
  const toDatabase = await run('move', '--to', 'postgres://host/db');
  expect(toDatabase).toMatchObject({ code: 0, out: '' });
  expect(toDatabase.said.split('\n')).toEqual([
    'Copied 5 rows of 2 tables, and compared every one of them.',
    'Give every node the key of the old folder: LOREKEEP_SECRET_KEY_FILE=/data/secret.key',
    'Then start with LOREKEEP_DATABASE_URL. The old folder is as it was; keep it until you are sure.',
    '',
  ]);
  expect((await run('move', '--to', '/new')).said).toContain(
    'Start with LOREKEEP_DATA_DIR=/new and without LOREKEEP_DATABASE_URL.',
  );
  expect(JSON.parse((await run('move', '--to', '/new', '--json')).out)).toMatchObject({
    tables: [{ rows: 2 }, {}],
  });
  expect((await run('move', '--to', '')).code).toBe(2);
  expect((await run('restore', '/backup')).said).toBe('Restored the backup of 2026-01-02 into /data.\n');
  expect(JSON.parse((await run('restore', '/backup', '--json')).out)).toEqual({ createdAt: '2026-01-02' });
  expect(asked).toEqual([
    ['/data', 'postgres://host/db'],
    ['/data', '/new'],
    ['/data', '/new'],
    ['/backup', '/data'],
    ['/backup', '/data'],
  ]);
});

test('what commands about scans ask and print', async () => {
  const counts = { critical: 0, high: 2, medium: 0, low: 1, info: 0 };
  const scan = {
    scanId: 'scan_1',
    status: 'completed',
    repoUrl: 'https://example.com/a\u0007',
    branch: 'main',
    commit: 'abc',
    createdAt: '2026-01-02T00:00:00.000Z',
    finishedAt: '2026-01-02T00:01:00.000Z',
    summary: counts,
    policy: { passed: true },
    findings: [
      { id: 'fnd_1', severity: 'high', file: 'a\u0007.ts', line: 3, title: 'SQL injection' },
      { id: 'fnd_2', severity: 'low', file: 'b.ts', line: 4, title: 'Weak hash' },
    ],
  };
  const failed = {
    scanId: 'scan_2',
    status: 'failed',
    repoUrl: 'u',
    createdAt: 'c',
    errorCode: 'clone_failed',
    error: 'no',
  };
  const finding = {
    finding: {
      ...scan.findings[0],
      ruleId: 'js.sql',
      description: 'It is.',
      suggestion: 'Bind it.',
      snippet: { text: 'a\nb\u0007' },
    },
    triage: { status: 'accepted_risk', reason: 'Known.' },
    similar: [],
  };
  const plain = {
    finding: { ...scan.findings[1], ruleId: 'r', description: 'd' },
    triage: { status: 'open' },
    similar: [],
  };
  const batch = {
    status: 'false_positive',
    findingIds: ['fnd_1', 'fnd_2'],
    truncated: false,
    batchId: 'bat_1',
  };
  const api = (result: unknown) => ({ 'api.call': result });
  const transcript = await transcriptOf([
    {
      run: ['scans', 'list'],
      results: api({
        items: [
          scan,
          failed,
          { ...scan, summary: { ...counts, high: 0, low: 0 } },
          { ...failed, errorCode: undefined },
        ],
      }),
    },
    {
      run: 'scans list --status failed --repo u --limit 3 --tenant two --json'.split(' '),
      results: api({ items: [] }),
    },
    { run: ['scans', 'list'], results: api({ items: [] }) },
    { run: ['scans', 'show', 'scan_1'], results: api(scan) },
    { run: ['scans', 'show', 'scan_1'], results: api({ ...scan, policy: { passed: false } }) },
    { run: ['scans', 'show', 'scan_2'], results: api(failed) },
    { run: ['scans', 'show', 'scan_2', '--json'], results: api(failed) },
    { run: ['scans', 'show', 'scan_1', '--format', 'sarif'], results: api('{"runs":[]}') },
    { run: ['scans', 'show'] },
    { run: ['scans', 'findings', 'scan_1'], results: api(scan) },
    { run: ['scans', 'findings', 'scan_1', '--min-severity', 'high', '--json'], results: api(scan) },
    { run: ['scans', 'findings', 'scan_1', '--min-severity', 'critical'], results: api(scan) },
    { run: ['scans', 'findings', 'scan_1', '--min-severity', 'grave'] },
    { run: ['scans', 'findings', 'scan_2'], results: api(failed) },
    { run: ['scans', 'finding', 'fnd_1'], results: api(finding), colour: true },
    { run: ['scans', 'finding', 'fnd_2'], results: api(plain) },
    { run: ['scans', 'finding', 'fnd_2', '--json'], results: api({ finding: {}, triage: {} }) },
    {
      run: 'scans triage fnd_1 accepted_risk --reason Known. --expires 2027-01-31T00:00:00Z'.split(' '),
      results: api(plain),
    },
    { run: ['scans', 'triage', 'fnd_1'] },
    { run: ['scans', 'triage', 'fnd_1', 'open', '--dry-run'] },
    { run: ['scans', 'triage', 'fnd_1', 'false_positive', '--reason', 'x', '--alike'], results: api(batch) },
    {
      run: ['scans', 'triage', 'fnd_1', 'false_positive', '--alike', '--dry-run'],
      results: api({ ...batch, truncated: true, batchId: undefined }),
    },
    { run: ['scans', 'triage', 'fnd_1', 'open', '--alike', '--json'], results: api({ findingIds: [] }) },
    { run: ['scans', 'undo', 'bat_1'], results: api({ undone: ['fnd_1', 'fnd_2'], skipped: ['fnd_3'] }) },
    { run: ['scans', 'undo', 'bat_1'], results: api({ undone: ['fnd_1'], skipped: [] }) },
    { run: ['scans', 'undo', 'bat_1', '--json'], results: api({ undone: [] }) },
    {
      run: ['scans', 'search', 'sql'],
      results: api({ items: [{ ...scan.findings[0], score: 0.987, repoUrl: 'u\u0007' }] }),
    },
    {
      run: 'scans search sql --repo u --min-severity critical --limit 3 --json'.split(' '),
      results: api({ items: [] }),
    },
    { run: ['scans', 'search', 'sql', '--min-severity', 'info'], results: api({ items: [] }) },
    { run: ['scans', 'search', 'sql', '--min-severity', 'grave'] },
    { run: ['scans', 'search'] },
  ]);
  await expect(transcript).toMatchFileSnapshot('scans.txt');
});

test('what the command line says about itself and about what it does not know', async () => {
  const transcript = await transcriptOf([
    { run: [] },
    { run: ['--version'] },
    { run: ['-v'] },
    { run: ['version'] },
    { run: ['help', 'audit'] },
    { run: ['tenat'] },
    { run: ['xyzzy'] },
    { run: ['tenant', 'list', '--jsno'] },
    { run: ['tenant', 'list', '--xyzzy'] },
    { run: ['tenant', 'list', '-x'] },
    { run: ['key', 'list', '--server', 'example.com'] },
    { run: ['key', 'list', '--server', 'http://127.0.0.1:1'] },
  ]);
  await expect(transcript).toMatchFileSnapshot('command-line.txt');
  const shown = async (...args: string[]) => (await runInProcess(args)).out;
  for (const args of [['-h'], ['--help'], ['help'], ['help', 'nothing']])
    expect(await shown(...args), args.join(' ')).toBe(await shown());
  for (const flag of ['--help', '-h']) expect(await shown('audit', flag)).toBe(await shown('help', 'audit'));
});
