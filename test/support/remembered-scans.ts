import { expect, vi } from 'vitest';
import type { Finding } from '../../src/scan/model/finding.ts';
import type { RunScan } from '../../src/scan/model/outcome.ts';
import { sampleFinding, sampleScan } from './sample-scan.ts';
import { openScanApp, type ScanApp } from './scan-app.ts';

const soon = { timeout: 300_000, interval: 10 };

export interface RememberedScans extends ScanApp {
  /** Scans a repository, which has these findings, and waits until that is over. */
  scan(name: string, findings: readonly Finding[]): Promise<string>;
  /** When everything that was to be remembered is. */
  settled(dueLater?: number): Promise<void>;
}

export const urlOf = (name: string): string => `https://git.example.com/${name}`;

/** The application with scans that end at once, each with the findings that the test gives to its repository. */
export async function openRememberedScans(
  settings: Record<string, string> = {},
  options: { dataDir?: string } = {},
): Promise<RememberedScans> {
  const found = new Map<string, readonly Finding[]>();
  const runScan: RunScan = async ({ source, triage }) => {
    const decided = new Set(triage.map(({ findingId }) => findingId));
    const all = source.kind === 'remote' ? (found.get(source.url.base) ?? []) : [];
    const open = all.filter(({ id }) => !decided.has(id));
    const closed = all.filter(({ id }) => decided.has(id));
    const suppressedFindings = closed.map((one) => ({ ...one, status: 'false_positive' as const }));
    return { ...sampleScan(), findings: open, suppressedFindings };
  };
  const bench = await openScanApp(settings, { runScan, ...options });
  const settled = (dueLater = 0) =>
    vi.waitFor(async () => {
      const metrics = (await bench.call('GET', '/metrics')).text;
      expect(metrics).toContain(`\nlorekeep_remember_jobs_unfinished ${dueLater}\n`);
    }, soon);
  return {
    ...bench,
    settled,
    async scan(name, findings) {
      found.set(urlOf(name), findings);
      const body = { repoUrl: urlOf(name), waitForCompletion: true };
      const { data } = await bench.call('POST', '/v1/security/scan', body);
      expect(data.status).toBe('completed');
      return data.scanId;
    },
  };
}

/** A finding with one line of code. */
export function coded(id: string, code: string, change: Partial<Finding> = {}): Finding {
  return sampleFinding({
    id: `fin_${id}`,
    fingerprint: `${id}:1`,
    engine: 'code',
    ruleId: 'code.javascript.ssrf',
    title: 'Server-side request forgery (SSRF)',
    description: 'A URL from the request decides which server is contacted.',
    severity: 'high',
    status: 'open',
    cwe: ['CWE-918'],
    file: 'src/routes/fetch.js',
    line: 3,
    startLine: 3,
    endLine: 3,
    startColumn: 1,
    endColumn: code.length + 1,
    snippet: { startLine: 1, text: `// ${id}\n\n${code}\n` },
    ...change,
  });
}
