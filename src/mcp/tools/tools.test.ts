import { expect, test } from 'vitest';
import { sampleFinding } from '../../../test/support/sample-scan.ts';
import type { Api } from '../../contract/api.ts';
import { fitItems, fitText } from '../budget.ts';
import { FolderScans } from '../folder-scans.ts';
import { element, quote } from '../quote.ts';
import { chooseTools, tools } from './index.ts';

interface Step {
  tool: string;
  args: object;
  /** By the name of the operation: what the service answers, one after the other. */
  answers?: Record<string, unknown[]>;
  folders?: FolderScans;
}

/** What tools ask of the service and say to a model: `$` is the call, `>` a request. */
async function transcriptOf(steps: readonly Step[]): Promise<string> {
  const blocks: string[] = [];
  for (const { tool: name, args, answers = {}, folders } of steps) {
    const lines = [`$ ${name} ${JSON.stringify(args)}`];
    const left = Object.fromEntries(
      Object.entries(answers).map(([operation, list]) => [operation, [...list]]),
    );
    const api: Api = {
      call: async (operation, input) => {
        lines.push(`> ${operation} ${JSON.stringify(input)}`);
        return left[operation]!.shift() as never;
      },
    };
    const tool = tools.find((one) => one.name === name)!;
    const said = await tool.run(tool.input.parse(args) as never, {
      api,
      namespace: 'project',
      countTokens: (text) => text.split(/\s+/).length,
      folders,
      signal: new AbortController().signal,
      progress: (percent, message) => lines.push(`% ${percent} ${message}`),
    });
    blocks.push([...lines, said].join('\n'));
  }
  return `${blocks.join('\n\n')}\n`;
}

const hit = (id: string, rest: object = {}) => ({
  id,
  score: 0.876,
  updatedAt: '2026-01-02T03:04:05.000Z',
  metadata: {},
  content: `Note ${id} <b>`,
  ...rest,
});
const flag = { action: 'redacted', kind: 'pii', ruleId: 'email', start: 0, end: 1 };

test('what the tools for memory ask and say', async () => {
  const many = Array.from({ length: 12 }, (_, i) => ({ ...flag, ruleId: `r${i}` }));
  const found = [
    hit('mem_1', { metadata: { a: 'x "y"' } }),
    hit('mem_2', { source: { kind: 'web', trust: 0.2 } }),
    hit('mem_3', { flags: [{ ...flag, action: 'flagged' }] }),
    hit('mem_4', { content: 'word '.repeat(60) }),
  ];
  const filler = 'Some words of it. '.repeat(200);
  const needle = 'Here is the needle.';
  const long = [hit('mem_5'), hit('mem_6', { content: `${filler}${needle} ${filler}` }), hit('mem_7')];
  const giants = ['mem_a', 'mem_b', 'mem_c'].map((id) =>
    hit(id, { content: `${filler.repeat(20)}${needle}` }),
  );
  const explained = (one: { content: string }) => {
    const start = one.content.indexOf(needle);
    return { ...one, explain: { passage: { start, end: start + needle.length } } };
  };
  const tagged = [hit('mem_8', { metadata: { list: 'tag '.repeat(3_000) } })];
  const transcript = await transcriptOf([
    {
      tool: 'remember',
      args: { texts: ['a', 'b'] },
      answers: { writeEntries: [{ ids: ['mem_1', 'mem_2'], flags: [flag, flag] }] },
    },
    {
      tool: 'remember',
      args: { texts: ['a'], source: 'web', metadata: { n: 1 }, namespace: 'other' },
      answers: { writeEntries: [{ ids: ['mem_1'], flags: many }] },
    },
    { tool: 'remember', args: { texts: ['a'] }, answers: { writeEntries: [{ ids: ['mem_1'] }] } },
    { tool: 'recall', args: { query: 'q' }, answers: { searchEntries: [found] } },
    {
      tool: 'recall',
      args: { query: 'q', maxTokens: 100, limit: 3, metadataFilter: { a: 1 }, namespace: 'o' },
      answers: { searchEntries: [found] },
    },
    { tool: 'recall', args: { query: 'q', maxTokens: 150 }, answers: { searchEntries: [long, long] } },
    {
      tool: 'recall',
      args: { query: 'needle', maxTokens: 100 },
      answers: { searchEntries: [long.slice(1), long.slice(1).map(explained)] },
    },
    {
      tool: 'recall',
      args: { query: 'needle', maxTokens: 60 },
      answers: { searchEntries: [tagged, []] },
    },
    { tool: 'recall', args: { query: 'q' }, answers: { searchEntries: [[]] } },
    { tool: 'forget', args: {} },
    { tool: 'forget', args: { ids: ['mem_1'], query: 'q' } },
    { tool: 'forget', args: { ids: ['mem_1', 'mem_2'] }, answers: { deleteEntries: [{ deleted: 1 }] } },
    { tool: 'forget', args: { query: 'q' }, answers: { searchEntries: [[]] } },
    {
      tool: 'forget',
      args: { query: 'needle' },
      answers: { searchEntries: [[...giants, hit('mem_9')], giants.map(explained)] },
    },
    { tool: 'forget', args: { query: 'q', namespace: 'o' }, answers: { searchEntries: [found.slice(0, 1)] } },
    {
      tool: 'forget',
      args: { query: 'q', confirm: true },
      answers: { searchEntries: [found.slice(0, 2)], deleteEntries: [{ deleted: 2 }] },
    },
  ]);
  await expect(transcript).toMatchFileSnapshot('transcripts/memory.txt');
});

test('what the tools for scans ask and say', async () => {
  const findings = (['critical', 'high', 'medium', 'low', 'info'] as const).map((severity, i) =>
    sampleFinding({ id: `fin_${i}`, severity, title: `${severity} <b>` }),
  );
  const summary = { critical: 1, high: 1, medium: 1, low: 0, info: 1 };
  const scan = { scanId: 'scan_1', status: 'completed', findings, summary, coverage: { complete: false } };
  const bare = { scanId: 'scan_2', status: 'completed' };
  const failed = { scanId: 'scan_3', status: 'failed', error: 'no <b>', errorCode: 'clone_failed' };
  const running = { scanId: 'scan_1', status: 'running', progress: { percent: 40, phase: 'code' } };
  const packaged = sampleFinding({
    id: 'fin_p',
    snippet: undefined as never,
    trace: undefined as never,
    references: undefined as never,
    package: { purl: 'pkg:npm/a@1', path: ['root', 'a'], vulnIds: ['CVE-1', 'GHSA-2'] } as never,
    secret: { provider: 'aws', redacted: 'AKIA…', validity: 'unknown' } as never,
    fix: { startLine: 1, endLine: 2, replacement: 'x' } as never,
  });
  const reachable = (value: boolean) =>
    sampleFinding({
      package: { purl: 'p', path: ['a'], vulnIds: ['V'], fixedVersion: '2', reachable: value } as never,
    });
  const folders = () => new FolderScans(async () => ({ findings, summary, complete: true }));
  const scanned = folders();
  await scanned.scan('.', new AbortController().signal);
  const decided = (finding: object) => ({ getFinding: [{ finding, triage: { status: 'accepted_risk' } }] });
  const open = {
    id: 'fin_1',
    severity: 'high',
    repoUrl: 'u',
    file: 'a.ts',
    line: 3,
    ruleId: 'r',
    title: 'T <b>',
    score: 0.5,
  };
  const transcript = await transcriptOf([
    { tool: 'scan', args: {} },
    { tool: 'scan', args: { repoUrl: 'u', path: '.' } },
    { tool: 'scan', args: { path: '.' } },
    { tool: 'scan', args: { path: '.' }, folders: folders() },
    { tool: 'scan', args: { repoUrl: 'u' }, answers: { startScan: [scan], getScan: [running, scan] } },
    {
      tool: 'scan',
      args: { repoUrl: 'u', branch: 'main', paths: ['src/**'], remember: 'code', waitMs: 0 },
      answers: { startScan: [scan], getScan: [{ ...running, progress: undefined }] },
    },
    { tool: 'scan', args: { repoUrl: 'u' }, answers: { startScan: [failed], getScan: [failed] } },
    { tool: 'scan', args: { repoUrl: 'u' }, answers: { startScan: [bare], getScan: [bare] } },
    { tool: 'findings', args: {}, answers: { listScans: [{ items: [scan] }], getScan: [scan] } },
    { tool: 'findings', args: {}, answers: { listScans: [{ items: [] }] } },
    {
      tool: 'findings',
      args: { scanId: 'scan_1', minSeverity: 'info', limit: 2, cursor: 1 },
      answers: { getScan: [scan] },
    },
    {
      tool: 'findings',
      args: { scanId: 'scan_1', minSeverity: 'info', maxTokens: 200 },
      answers: { getScan: [{ ...scan, findings: Array.from({ length: 60 }, () => findings[0]) }] },
    },
    { tool: 'findings', args: { scanId: 'scan_1', cursor: 50 }, answers: { getScan: [scan] } },
    { tool: 'findings', args: { scanId: 'scan_3' }, answers: { getScan: [failed] } },
    { tool: 'findings', args: { scanId: 'scan_1' }, answers: { getScan: [running] } },
    { tool: 'findings', args: {}, folders: scanned },
    { tool: 'findings', args: { id: 'fin_0' }, folders: scanned },
    { tool: 'findings', args: { id: 'fin_x' }, answers: decided(sampleFinding()) },
    { tool: 'findings', args: { id: 'fin_p' }, answers: decided(packaged) },
    { tool: 'findings', args: { id: 'fin_q' }, answers: decided(reachable(true)) },
    { tool: 'findings', args: { id: 'fin_q' }, answers: decided(reachable(false)) },
    {
      tool: 'findings',
      args: { query: 'sql', limit: 100 },
      answers: { searchFindings: [{ items: [open] }] },
    },
    {
      tool: 'findings',
      args: { query: 'sql', minSeverity: 'critical', maxTokens: 200 },
      answers: { searchFindings: [{ items: Array.from({ length: 60 }, () => open) }] },
    },
    { tool: 'findings', args: { query: 'sql' }, answers: { searchFindings: [{ items: [] }] } },
    { tool: 'triage', args: { id: 'fin_0', status: 'open', reason: 'r' }, folders: scanned },
    { tool: 'triage', args: { id: 'fin_x', status: 'open', reason: 'r' }, answers: { triageFinding: [{}] } },
    {
      tool: 'triage',
      args: { id: 'fin_x', status: 'false_positive', reason: 'r', expiresAt: 'e', alike: true },
      answers: { triageFindings: [{ findingIds: ['a', 'b'], batchId: 'bat_1' }] },
    },
  ]);
  await expect(transcript).toMatchFileSnapshot('transcripts/scan.txt');
});

test('a text that is remembered for some days ends then', async () => {
  const said = await transcriptOf([
    {
      tool: 'remember',
      args: { texts: ['a'], expiresInDays: 2 },
      answers: { writeEntries: [{ ids: ['m'] }] },
    },
  ]);
  const expires = Date.parse(/"expiresAt":"([^"]+)"/.exec(said)![1]!);
  expect(Math.abs(expires - Date.now() - 2 * 86_400_000)).toBeLessThan(60_000);
});

test.each([
  ['remember', { texts: [] }],
  ['remember', { texts: ['a'], expiresInDays: 0 }],
  ['remember', { texts: ['a'], expiresInDays: 36_501 }],
  ['remember', { texts: ['a'], metadata: { n: 2 ** 53 } }],
  ['remember', { texts: ['a'], metadata: { n: 'x'.repeat(4_001) } }],
  ['recall', { query: 'q', limit: 0 }],
  ['recall', { query: 'q', limit: 51 }],
  ['recall', { query: 'q', maxTokens: 49 }],
  ['recall', { query: 'q', maxTokens: 20_001 }],
  ['scan', { repoUrl: 'u', waitMs: -1 }],
  ['scan', { repoUrl: 'u', waitMs: 600_001 }],
  ['findings', { limit: 0 }],
  ['findings', { limit: 201 }],
  ['findings', { cursor: -1 }],
  ['findings', { cursor: 100_001 }],
  ['findings', { maxTokens: 199 }],
])('%s refuses %o', (name, args) => {
  expect(tools.find((one) => one.name === name)!.input.safeParse(args).success).toBe(false);
});

test.each([
  [
    'remember',
    {
      texts: ['a'],
      expiresInDays: 36_500,
      metadata: { a: 2 ** 53 - 1, b: 0.5, c: 'x'.repeat(4_000), d: true },
    },
  ],
  ['recall', { query: 'q', limit: 50, maxTokens: 20_000 }],
  ['recall', { query: 'q', limit: 1, maxTokens: 50 }],
  ['scan', { waitMs: 600_000 }],
  ['findings', { limit: 200, cursor: 100_000, maxTokens: 200 }],
])('%s takes %o', (name, args) => {
  expect(tools.find((one) => one.name === name)!.input.safeParse(args).success).toBe(true);
});

test('tools are chosen by scope, by name or part, and by whether they change something', () => {
  const names = (choice: Parameters<typeof chooseTools>[0]) => chooseTools(choice).map(({ name }) => name);
  const may = () => true;
  expect(names({ may })).toEqual(['remember', 'recall', 'forget', 'scan', 'findings', 'triage']);
  expect(names({ may, readOnly: true })).toEqual(['recall', 'findings']);
  expect(names({ may, only: ['memory', 'triage'] })).toEqual(['remember', 'recall', 'forget', 'triage']);
  expect(names({ may, only: [] })).toEqual([]);
  expect(names({ may: (scope) => scope === 'scan:read' })).toEqual(['findings']);
});

test('a response stays within its budget, and says what is missing', () => {
  const count = (text: string) => text.length;
  expect(fitItems(['aa', 'bb', 'cc'], 6, count)).toEqual({ text: 'aa\nbb', count: 2 });
  expect(fitItems(['aa', 'bb', 'cc'], 5, count)).toEqual({ text: 'aa', count: 1 });
  expect(fitText('aa\nbb\ncc', 9, count)).toBe('aa\nbb\ncc');
  expect(fitText('aa\nbb\ncc', 8, count)).toBe('aa\nbb\n… 1 more lines.');
});

test('text of others can neither end its quote nor hide in it', () => {
  expect(quote('a<b>&"\n\t\u0007\u200b\u{e0041}\ud800')).toBe(
    'a&#60;b&#62;&#38;&#34;\n\t&#7;&#8203;&#917569;\ufffd',
  );
  expect(element('e', { a: 1, b: undefined, c: '', d: 'x\ny "z"' }, '<t>')).toBe(
    '<e a="1" d="x y &#34;z&#34;">&#60;t&#62;</e>',
  );
});

test('the last ten scans of folders are kept', async () => {
  const scans = new FolderScans(async (path) => ({
    findings: [sampleFinding({ id: path })],
    summary: {},
    complete: true,
  }));
  const { signal } = new AbortController();
  expect(scans.latest()).toBeUndefined();
  for (let i = 1; i <= 11; i++) expect((await scans.scan(`f${i}`, signal)).scanId).toBe(`folder_${i}`);
  expect(scans.get('folder_1')).toBeUndefined();
  expect(scans.get('folder_2')).toBeDefined();
  expect(scans.latest()?.scanId).toBe('folder_11');
  expect([scans.finding('f1'), scans.finding('f2')?.id]).toEqual([undefined, 'f2']);
});
