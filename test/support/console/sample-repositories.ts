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

let round = 0;

/** Ends at once with findings that differ a little from scan to scan, as they do in a repository that is worked on. */
export const sampleRun: RunScan = async (task) => {
  const scan = sampleScan();
  const url = task.source.kind === 'remote' ? task.source.url : '';
  round += 1;
  const passed = { passed: true, violations: [] };
  if (url.includes('mobile')) return sampleScan({ findings: [], suppressedFindings: [], policy: passed });
  if (url.includes('billing')) return sampleScan({ findings: scan.findings.slice(2) });
  const older = sampleFinding({
    id: 'fin_00000000000000bb',
    fingerprint: 'bb'.repeat(16),
    title: 'Path built from request data',
    ruleId: 'js-path-traversal',
    file: 'src/files/serve.ts',
    severity: 'medium',
  });
  return sampleScan({ findings: round % 2 === 1 ? [...scan.findings, older] : scan.findings });
};
