import type { Finding } from '../../src/scan/finding.ts';
import type { ReportedScan } from '../../src/scan/scan-outcome.ts';

/** A finding with everything that a report may show; change what matters to the test. */
export function sampleFinding(change: Partial<Finding> = {}): Finding {
  const startLine = change.startLine ?? change.line ?? 42;
  return {
    id: 'fin_0123456789abcdef',
    ruleId: 'js-sql-injection',
    engine: 'code',
    severity: 'high',
    confidence: 'high',
    title: 'SQL built from request data',
    description:
      'A value of the request becomes part of an SQL statement, so that a caller can change what it does.',
    suggestion: 'Use a placeholder and pass the value beside the statement.',
    file: 'src/orders/find.ts',
    startLine,
    line: startLine,
    endLine: startLine,
    startColumn: 22,
    endColumn: 87,
    category: 'injection',
    cwe: ['CWE-89'],
    owasp: ['A03:2021'],
    references: ['https://cwe.mitre.org/data/definitions/89.html'],
    fingerprint: 'b2f5ff47436671b6e533d8dc3614845d',
    status: 'open',
    snippet: {
      startLine: startLine - 2,
      text: [
        'export async function findOrders(request: Request) {',
        '  const { customer } = request.query;',
        `  const rows = await db.query("SELECT * FROM orders WHERE customer = '" + customer + "'");`,
        '  return rows.map(toOrder);',
        '}',
      ].join('\n'),
    },
    trace: [
      {
        file: 'src/orders/find.ts',
        line: startLine - 1,
        column: 11,
        kind: 'source',
        message: 'request.query enters here',
      },
      {
        file: 'src/orders/find.ts',
        line: startLine,
        column: 31,
        kind: 'step',
        message: 'becomes part of a longer text',
      },
      {
        file: 'src/orders/find.ts',
        line: startLine,
        column: 22,
        kind: 'sink',
        message: 'db.query runs it as SQL',
      },
    ],
    ...change,
  };
}

export function sampleScan(change: Partial<ReportedScan> = {}): ReportedScan {
  const findings = change.findings ?? sampleFindings();
  const suppressedFindings = change.suppressedFindings ?? [
    sampleFinding({
      id: 'fin_00000000000000aa',
      fingerprint: 'aa'.repeat(16),
      file: 'test/fixtures/login.ts',
      severity: 'critical',
      title: 'Password in source code',
      engine: 'secrets',
      status: 'false_positive',
      suppression: {
        source: 'api',
        reason: 'A password of the test fixture.',
        expiresAt: '2027-01-01T00:00:00.000Z',
      },
    }),
  ];
  const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
  return {
    status: 'completed',
    scanId: 'scan_01KA2B3C4D5E6F7G8H9J0KMNPQ',
    repoUrl: 'https://git.example.com/acme/webshop.git',
    branch: 'main',
    commit: '4f1c9e0b7a6d5c4b3a291807f6e5d4c3b2a19080',
    createdAt: '2026-11-15T02:00:00.000Z',
    startedAt: '2026-11-15T02:00:01.250Z',
    finishedAt: '2026-11-15T02:00:09.750Z',
    findings,
    suppressedFindings,
    summary: {
      critical: count('critical'),
      high: count('high'),
      medium: count('medium'),
      low: count('low'),
      info: count('info'),
      new: findings.filter((one) => one.baselineState === 'new').length,
      fixed: 2,
      suppressed: suppressedFindings.length,
    },
    coverage: {
      complete: false,
      files: 1_284,
      bytes: 9_482_113,
      skipped: [
        {
          path: 'public/vendor.min.js',
          reason: 'file_too_large',
          message: 'The file is larger than 5 MiB.',
          engine: 'code',
        },
        {
          path: 'data/',
          reason: 'lfs_pointer',
          message: 'The content is kept elsewhere by Git LFS.',
          count: 12,
        },
      ],
      engines: [
        { id: 'secrets', version: '1' },
        { id: 'code', version: '1' },
        { id: 'dependencies', version: '1' },
        { id: 'infrastructure', version: '1' },
        { id: 'supply-chain', version: '1' },
      ],
      rulesVersion: '6b1f0a9c2d3e4f50',
      advisoriesDate: '2026-11-14T00:00:00.000Z',
    },
    policy: {
      passed: false,
      violations: [{ rule: 'failOn', message: '3 findings of severity high or above.', count: 3 }],
    },
    truncated: false,
    rules: [
      {
        id: 'js-sql-injection',
        title: 'SQL built from request data',
        description: 'SQL statements must not be built from what a caller sends.',
        severity: 'high',
        confidence: 'high',
        category: 'injection',
        cwe: ['CWE-89'],
      },
    ],
    ...change,
  };
}

function sampleFindings(): Finding[] {
  return [
    sampleFinding({
      id: 'fin_0000000000000001',
      fingerprint: '1'.repeat(32),
      ruleId: 'aws-access-key',
      engine: 'secrets',
      category: 'secret',
      severity: 'critical',
      title: 'AWS access key in a configuration file',
      description:
        'An access key of Amazon Web Services is part of the repository, and everyone who can read it can use it.',
      suggestion: 'Revoke the key, make a new one, and keep it in the environment or a secret store.',
      file: 'deploy/production.env',
      startLine: 7,
      line: 7,
      endLine: 7,
      startColumn: 19,
      endColumn: 39,
      cwe: ['CWE-798'],
      owasp: ['A07:2021'],
      snippet: {
        startLine: 6,
        text: 'AWS_REGION=eu-central-1\nAWS_ACCESS_KEY_ID=AKIA••••••••••••7QXA\nAWS_BUCKET=webshop-uploads',
      },
      trace: [],
      secret: { provider: 'aws', redacted: 'AKIA…7QXA', validity: 'unknown' },
      baselineState: 'new',
    }),
    sampleFinding({ baselineState: 'unchanged' }),
    sampleFinding({
      id: 'fin_0000000000000003',
      fingerprint: '3'.repeat(32),
      ruleId: 'GHSA-0000-1111-2222',
      engine: 'dependencies',
      category: 'vulnerable-dependency',
      severity: 'high',
      title: 'left-pad 1.0.0 has a known vulnerability',
      description:
        'Padding with a very long string takes quadratic time, so that a caller can block the service.',
      suggestion: 'Update to 1.3.0.',
      file: 'package-lock.json',
      startLine: 1204,
      line: 1204,
      endLine: 1204,
      cwe: ['CWE-1333'],
      package: {
        purl: 'pkg:npm/left-pad@1.0.0',
        path: ['express@4.0.0', 'pretty@2.1.0', 'left-pad@1.0.0'],
        fixedVersion: '1.3.0',
        vulnIds: ['GHSA-0000-1111-2222', 'CVE-2026-0001'],
      },
      trace: [],
      snippet: {
        startLine: 1203,
        text: '    "node_modules/left-pad": {\n      "version": "1.0.0",\n      "license": "MIT"',
      },
      startColumn: 7,
      endColumn: 25,
      baselineState: 'unchanged',
    }),
    sampleFinding({
      id: 'fin_0000000000000004',
      fingerprint: '4'.repeat(32),
      ruleId: 'docker-root-user',
      engine: 'infrastructure',
      category: 'misconfiguration',
      severity: 'medium',
      confidence: 'medium',
      title: 'The container runs as root',
      description:
        'No USER instruction sets another user, so that a break-out of the process is one of root.',
      suggestion: 'Add a USER instruction before the entry point.',
      file: 'Dockerfile',
      startLine: 1,
      line: 1,
      endLine: 1,
      cwe: ['CWE-250'],
      trace: [],
      snippet: { startLine: 1, text: 'FROM node:24-slim\nWORKDIR /app\nCOPY . .' },
      startColumn: 1,
      endColumn: 18,
      baselineState: 'unchanged',
      fix: {
        description: 'Run as the user that the image brings along',
        startLine: 3,
        endLine: 3,
        replacement: 'COPY . .\nUSER node',
      },
    }),
    sampleFinding({
      id: 'fin_0000000000000005',
      fingerprint: '5'.repeat(32),
      ruleId: 'invisible-characters',
      engine: 'supply-chain',
      category: 'hidden-text',
      severity: 'low',
      title: 'Characters that cannot be seen',
      description: 'The line holds characters that change how it is read without being visible.',
      file: 'docs/notes.md',
      startLine: 3,
      line: 3,
      endLine: 3,
      cwe: ['CWE-1007'],
      trace: [],
      snippet: { startLine: 3, text: 'if (isAdmin\u202e) { // check later' },
      startColumn: 12,
      endColumn: 13,
    }),
  ];
}
