import { expect, test } from 'vitest';
import { presentFindings } from './present-findings.ts';

test('a secret is masked in what an engine says, and never in what the finding and its rule are', () => {
  const text = 'password = "python-exec"\n';
  const bytes = new TextEncoder().encode(text);
  const { open } = presentFindings(
    [
      {
        finding: {
          engine: 'code',
          ruleId: 'python-exec',
          severity: 'high',
          confidence: 'high',
          title: 'Runs python-exec',
          description: 'The word python-exec is run.',
          suggestion: 'Do not run python-exec.',
          file: 'python-exec.py',
          startLine: 1,
          endLine: 1,
          category: 'python-exec',
          cwe: ['CWE-78'],
          identity: { scope: '', tokens: 'python-exec' },
          trace: [
            { file: 'python-exec.py', line: 1, column: 1, kind: 'source', message: 'From python-exec.' },
          ],
        },
        path: 'python-exec.py',
        contentKey: 'a',
        bytes,
        redactions: [[12, 23]],
        maskEverywhere: [[12, 23]],
      },
    ],
    undefined,
    {
      triage: [],
      now: Date.UTC(2026, 10, 15),
      trustRepositoryConfig: false,
      repository: 'r',
      identityKey: new Uint8Array(32),
    },
  );
  expect(open).toMatchObject([
    {
      ruleId: 'python-exec',
      file: 'python-exec.py',
      category: 'python-exec',
      title: 'Runs ••••••',
      description: 'The word •••••• is run.',
      suggestion: 'Do not run ••••••.',
      trace: [{ file: 'python-exec.py', message: 'From ••••••.' }],
      snippet: { text: 'password = "••••••"' },
    },
  ]);
});

test('a finding in a binary file has no snippet, and one in a text has', () => {
  const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), Buffer.from('token = "…"\n')]);
  const origin = (path: string, bytes: Uint8Array) => ({
    finding: {
      engine: 'secrets' as const,
      ruleId: 'generic-secret',
      severity: 'medium' as const,
      confidence: 'low' as const,
      title: 'Secret',
      description: 'A secret.',
      file: path,
      startLine: 1,
      endLine: 1,
      category: 'secret',
      cwe: ['CWE-798'],
      identity: { scope: '', tokens: path },
    },
    path,
    contentKey: path,
    bytes,
    redactions: [],
    maskEverywhere: [],
  });
  const { open } = presentFindings(
    [origin('a.zip', zip), origin('b.env', Buffer.from('token = "…"\n'))],
    undefined,
    { triage: [], now: 0, trustRepositoryConfig: false, repository: 'r', identityKey: new Uint8Array(32) },
  );
  expect(open.map(({ file, snippet }) => [file, snippet?.text])).toEqual([
    ['a.zip', undefined],
    ['b.env', 'token = "…"'],
  ]);
});

test('findings are told by severity, then by place, then by rule', () => {
  const told = [
    ['b.js', 1, 1, 'r', 'high'],
    ['a.js', 2, 1, 'r', 'high'],
    ['a.js', 1, 2, 'r', 'high'],
    ['a.js', 1, undefined, 'r', 'high'],
    ['a.js', 1, 1, 's', 'high'],
    ['a.js', 1, 1, 'r', 'high'],
    ['z.js', 9, 9, 'z', 'critical'],
    ['a.js', 1, 1, 'a', 'low'],
  ] as const;
  const { open } = presentFindings(
    told.map(([file, startLine, startColumn, ruleId, severity], i) => ({
      finding: {
        engine: 'code',
        ruleId,
        severity,
        confidence: 'high',
        title: '',
        description: '',
        file,
        startLine,
        endLine: startLine,
        ...(startColumn !== undefined && { startColumn }),
        category: '',
        cwe: [],
        identity: { scope: '', tokens: String(i) },
      },
      path: file,
      contentKey: file,
      bytes: undefined,
      redactions: [],
      maskEverywhere: [],
    })) as never,
    undefined,
    { triage: [], now: 0, trustRepositoryConfig: false, repository: 'r', identityKey: new Uint8Array(32) },
  );
  expect(
    open.map(({ file, startLine, startColumn, ruleId }) => `${file}:${startLine}:${startColumn} ${ruleId}`),
  ).toEqual([
    'z.js:9:9 z',
    'a.js:1:undefined r',
    'a.js:1:1 r',
    'a.js:1:1 s',
    'a.js:1:2 r',
    'a.js:2:1 r',
    'b.js:1:1 r',
    'a.js:1:1 a',
  ]);
});
