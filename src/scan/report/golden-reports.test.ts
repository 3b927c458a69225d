import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../test/support/sample-scan.ts';
import type { Inventory } from '../model/inventory.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { type ReportFormatName, reportFormats } from './formats.ts';

const inventory: Inventory = {
  truncated: false,
  packages: [
    {
      purl: 'pkg:npm/express@4.0.0',
      ecosystem: 'npm',
      name: 'express',
      version: '4.0.0',
      scope: 'runtime',
      direct: true,
      licences: ['MIT'],
      locations: [{ file: 'package-lock.json', line: 3 }],
      needs: ['pkg:npm/qs@1.0.0'],
    },
    {
      purl: 'pkg:npm/qs@1.0.0',
      ecosystem: 'npm',
      name: 'qs',
      version: '1.0.0',
      scope: 'runtime',
      direct: false,
      licences: ['BSD-3-Clause OR MIT', 'Own terms'],
      locations: [],
      needs: [],
    },
    {
      purl: 'pkg:npm/vitest',
      ecosystem: 'npm',
      name: 'vitest',
      version: '',
      scope: 'dev',
      direct: true,
      licences: [],
      locations: [{ file: 'package.json', line: 9 }],
      needs: [],
    },
  ],
};
const similar = [
  {
    findingId: 'fin_00000000000000ff',
    repo: 'https://git.example.com/acme/other.git',
    status: 'false_positive',
    reason: 'The value comes from a list.',
    decidedBy: 'key_1',
    decidedAt: '2026-10-01T00:00:00.000Z',
    score: 0.912,
  },
] as const;
const whole = sampleScan();
const scans: Record<string, ReportedScan> = {
  /** A scan with a baseline, packages, a secret of the history, decisions about similar findings and something that failed. */
  whole: sampleScan({
    inventory,
    findings: [
      ...whole.findings.map((finding, i) => (i === 1 ? { ...finding, similar: [...similar] } : finding)),
      sampleFinding({
        id: 'fin_0000000000000009',
        fingerprint: '9'.repeat(32),
        ruleId: 'github-token',
        engine: 'secrets',
        category: 'secret',
        severity: 'info',
        confidence: 'low',
        title: 'Token of the past',
        file: 'old name/ä.env',
        startLine: 1,
        line: 1,
        endLine: 3,
        commit: 'a'.repeat(40),
        authorDate: '2026-01-02T03:04:05.000Z',
        inTree: false,
        trace: [],
        secret: { provider: 'GitHub', redacted: 'ghp_…', validity: 'unknown' },
        baselineState: 'new',
      }),
    ],
    coverage: {
      ...whole.coverage,
      failed: 1,
      skipped: [
        ...whole.coverage.skipped,
        {
          path: 'broken.ts',
          reason: 'engine_error',
          kind: 'failed',
          message: 'The engine failed.',
          engine: 'code',
        },
      ],
    },
  }),
  /** A scan of one engine that found nothing, without a branch, a commit or a policy. */
  nothing: (() => {
    const {
      branch: _b,
      commit: _c,
      policy: _p,
      startedAt: _s,
      ...rest
    } = sampleScan({ findings: [], suppressedFindings: [], rules: [] });
    return {
      ...rest,
      coverage: {
        complete: true,
        files: 1,
        bytes: 10,
        skipped: [],
        failed: 0,
        engineErrors: 0,
        engines: [{ id: 'secrets', version: '1' }],
        rulesVersion: 'x',
      },
    } as ReportedScan;
  })(),
};

const names = Object.keys(reportFormats) as ReportFormatName[];
test.for(Object.keys(scans).flatMap((scan) => names.map((format) => [scan, format] as const)))(
  'the report of %s in the format %s is as its golden file says',
  async ([scan, name]) => {
    const format = reportFormats[name];
    // After a wanted change: vitest run src/scan/report -u, and read the difference.
    await expect(format.render(scans[scan]!, { version: '1.2.3' })).toMatchFileSnapshot(
      join(import.meta.dirname, '../../../test/reports', `${scan}.${name}.golden`),
    );
  },
);
