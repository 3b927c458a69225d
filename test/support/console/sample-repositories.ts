import type { Inventory } from '../../../src/scan/model/inventory.ts';
import type { RunScan } from '../../../src/scan/model/outcome.ts';
import { sampleFinding, sampleScan } from '../sample-scan.ts';

/** The scans of the sample service, oldest first. */
export const sampleRepositories = [
  { repoUrl: 'https://git.example.com/acme/webshop.git', branch: 'main' },
  { repoUrl: 'https://git.example.com/acme/billing.git' },
  { repoUrl: 'https://git.example.com/acme/webshop.git', branch: 'main' },
  { repoUrl: 'https://git.example.com/acme/mobile.git' },
  { repoUrl: 'https://git.example.com/acme/webshop.git', branch: 'main', policy: { failOn: 'high' } },
];

/** A run that ends at once, with findings that differ a little from scan to scan, as they do in a repository that is worked on. */
export function createSampleRun(): RunScan {
  let round = 0;
  return async (task) => {
    const { findings } = sampleScan();
    const url = task.source.kind === 'remote' ? task.source.url.base : '';
    round += 1;
    const policy = { passed: true, violations: [] };
    if (url.includes('mobile')) return sampleScan({ findings: [], suppressedFindings: [], policy });
    if (url.includes('billing'))
      return sampleScan({ findings: findings.slice(2), suppressedFindings: [], policy });
    const shown = round > 4 ? findings : round > 2 ? [...findings, older] : [...findings.slice(1), older];
    return sampleScan({ findings: shown, suppressedFindings: [suppressed], inventory });
  };
}

const older = sampleFinding({
  id: 'fin_00000000000000bb',
  fingerprint: 'bb'.repeat(16),
  title: 'Path built from request data',
  ruleId: 'js-path-traversal',
  file: 'src/files/serve.ts',
  severity: 'medium',
});

const suppressed = sampleFinding({
  id: 'fin_00000000000000aa',
  fingerprint: 'aa'.repeat(16),
  file: 'test/fixtures/login.ts',
  severity: 'critical',
  title: 'Password in source code',
  engine: 'secrets',
  status: 'suppressed',
  suppression: { source: 'inline', reason: 'A password of the test fixture.' },
});

const brought = {
  ecosystem: 'npm',
  scope: 'runtime',
  locations: [{ file: 'package-lock.json', line: 1 }],
} as const;

const inventory: Inventory = {
  truncated: false,
  packages: [
    { name: 'express', version: '4.0.0', direct: true, licences: ['MIT'], needs: ['pkg:npm/pretty@2.1.0'] },
    { name: 'pretty', version: '2.1.0', direct: false, licences: ['MIT'], needs: ['pkg:npm/left-pad@1.0.0'] },
    { name: 'left-pad', version: '1.0.0', direct: false, licences: ['WTFPL'], needs: [] },
    { name: 'zod', version: '4.6.7', direct: true, licences: ['MIT'], needs: [] },
  ].map((one) => ({
    ...brought,
    locations: [...brought.locations],
    ...one,
    purl: `pkg:npm/${one.name}@${one.version}`,
  })),
};
