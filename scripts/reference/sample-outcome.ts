import type { CompletedScan } from '../../src/scan/model/outcome.ts';

/** The outcome of a scan in the examples: one finding with a trace, short enough to read. */
export const sampleOutcome: CompletedScan = {
  status: 'completed',
  commit: 'c5cb68a7084e4ae7dcc60e6a98768720a81841e8',
  findings: [
    {
      id: 'fin_5d2c0f1e9b8a7c64',
      ruleId: 'javascript.eval-injection',
      engine: 'code',
      severity: 'critical',
      confidence: 'high',
      title: 'Code injection: request data reaches eval',
      description:
        'A value of the request is run as JavaScript, so that a caller can run any code on the server.',
      suggestion: 'Parse the number with Number() instead of eval().',
      file: 'app/routes/contributions.js',
      line: 32,
      startLine: 32,
      endLine: 32,
      startColumn: 24,
      endColumn: 44,
      category: 'injection',
      cwe: ['CWE-95'],
      owasp: ['A03:2021'],
      fingerprint: 'b2f5ff47436671b6e533d8dc3614845d',
      status: 'open',
      snippet: { startLine: 32, text: 'const preTax = eval(req.body.preTax);' },
      trace: [
        {
          file: 'app/routes/contributions.js',
          line: 32,
          column: 29,
          kind: 'source',
          message: 'req.body enters here',
        },
        {
          file: 'app/routes/contributions.js',
          line: 32,
          column: 24,
          kind: 'sink',
          message: 'eval runs it as code',
        },
      ],
      references: ['https://cwe.mitre.org/data/definitions/95.html'],
    },
  ],
  suppressedFindings: [],
  summary: { critical: 1, high: 0, medium: 0, low: 0, info: 0, suppressed: 0 },
  coverage: {
    complete: true,
    files: 132,
    bytes: 1_482_113,
    skipped: [],
    engines: [{ id: 'code', version: '9c2d3e4f' }],
    rulesVersion: '6b1f0a9c2d3e4f50',
  },
  truncated: false,
  rules: [],
};
