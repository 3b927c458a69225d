import type { z } from 'zod';
import type { triagedFinding } from '../contract/finding-responses.ts';
import type { scanPage, scanView } from '../contract/scan-responses.ts';
import { severities } from '../scan/model/finding.ts';
import { type Command, type Invocation, textOption, UsageError, unknownAction } from './command.ts';
import { callApi } from './scans/api-call.ts';
import { showFinding, triage, undo } from './scans/decide.ts';
import { searchFindings } from './scans/search-findings.ts';
import { plain, table } from './terminal.ts';

type Scan = z.output<typeof scanView>;

export const scans: Command = {
  summary: 'Look at the scans of a service and decide about their findings.',
  usage: [
    'scans list [--status STATUS] [--repo URL] [--limit N]',
    'scans show SCAN [--format FORMAT]',
    'scans findings SCAN [--min-severity SEVERITY]',
    'scans finding FINDING',
    'scans triage FINDING {open|false_positive|accepted_risk} [--reason TEXT] [--expires TIME] [--alike [--dry-run]]',
    'scans undo BATCH',
    'scans search TEXT [--repo URL] [--min-severity SEVERITY] [--limit N]',
  ],
  help: `
Options:
  --status STATUS         pending, running, completed or failed
  --repo URL              only scans or findings of this repository
  --limit N               how many scans (20 when omitted, 200 at most) or findings (10, 50 at most)
  --format FORMAT         a report: sarif, cyclonedx, spdx, gitlab, junit, markdown, html or csv
  --min-severity SEVERITY critical, high, medium, low or info (the default; medium for a search)
  --reason TEXT           why; required unless the finding is open again
  --expires TIME          such as 2027-01-31T00:00:00Z: when the finding is open again
  --alike                 decide about the open findings of all repositories that look like it as well
  --dry-run               with --alike: only list them
  --tenant NAME           whose scans; "default" when omitted
  --server URL            ask a service elsewhere; its key comes from LOREKEEP_API_KEY

"lorekeep scan" starts one. A decision counts from the next scan on, and findings that look alike show it.
A search finds open findings of medium severity and worse in the newest scan of each repository.`,
  maxArguments: 3,
  options: {
    status: { type: 'string' },
    repo: { type: 'string' },
    limit: { type: 'string' },
    format: { type: 'string' },
    'min-severity': { type: 'string' },
    reason: { type: 'string' },
    expires: { type: 'string' },
    alike: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    tenant: { type: 'string' },
    server: { type: 'string' },
  },
  async run(invocation) {
    const [action, subject, decision] = invocation.positionals;
    const named = (): string => {
      if (!subject) throw new UsageError(action === 'search' ? 'say what to look for.' : 'it needs an id.');
      return subject;
    };
    switch (action) {
      case 'list':
        return list(invocation);
      case 'show':
        return show(invocation, named());
      case 'findings':
        return findings(invocation, named());
      case 'finding':
        return finding(invocation, named());
      case 'triage':
        return triage(invocation, named(), decision);
      case 'undo':
        return undo(invocation, named());
      case 'search':
        return searchFindings(invocation, named());
      default:
        throw unknownAction(action, scans);
    }
  },
};

async function list(invocation: Invocation): Promise<number> {
  const { terminal, options } = invocation;
  const query = {
    status: textOption(invocation, 'status') ?? null,
    repoUrl: textOption(invocation, 'repo') ?? null,
    limit: textOption(invocation, 'limit') ?? '20',
  };
  const { items } = await callApi<z.output<typeof scanPage>>(invocation, 'listScans', { query });
  if (options['json']) terminal.out(JSON.stringify(items, null, 2));
  else if (items.length === 0) terminal.say('There are no such scans.');
  else {
    const rows = items.map((one) => [
      one.scanId,
      one.status,
      one.createdAt,
      countsOf(one),
      plain(one.repoUrl),
    ]);
    terminal.out(table([['ID', 'STATUS', 'CREATED', 'FINDINGS', 'REPOSITORY'], ...rows]));
  }
  return 0;
}

function countsOf({ summary, errorCode }: Scan): string {
  if (!summary) return errorCode ?? '';
  const counts = severities.flatMap((one) => (summary[one] > 0 ? [`${summary[one]} ${one}`] : []));
  return counts.join(', ') || 'none';
}

async function show(invocation: Invocation, scanId: string): Promise<number> {
  const { terminal, options } = invocation;
  const format = textOption(invocation, 'format');
  const params = { scanId };
  if (format !== undefined) {
    terminal.out(await callApi<string>(invocation, 'getScan', { params, query: { format } }));
    return 0;
  }
  const scan = await callApi<Scan>(invocation, 'getScan', { params });
  if (options['json']) {
    terminal.out(JSON.stringify(scan, null, 2));
    return 0;
  }
  const rows = [
    ['status', scan.status],
    ['repository', plain(scan.repoUrl)],
    ['branch', plain(scan.branch ?? '')],
    ['commit', scan.commit ?? ''],
    ['created', scan.createdAt],
    ['finished', scan.finishedAt ?? ''],
    ['findings', countsOf(scan)],
    ['policy', scan.policy ? (scan.policy.passed ? 'passed' : 'violated') : ''],
    ['error', plain(scan.error ?? '')],
  ];
  terminal.out(table(rows.filter(([, value]) => value !== '')));
  return 0;
}

async function findings(invocation: Invocation, scanId: string): Promise<number> {
  const { terminal, options } = invocation;
  const least = textOption(invocation, 'min-severity') ?? 'info';
  const rank = (severities as readonly string[]).indexOf(least);
  if (rank < 0) throw new UsageError(`--min-severity is ${severities.join(', ')}.`);
  const scan = await callApi<Scan>(invocation, 'getScan', { params: { scanId } });
  if (!scan.findings) throw new Error(`the scan is ${scan.status}; it has no findings.`);
  const shown = scan.findings.filter(({ severity }) => severities.indexOf(severity) <= rank);
  if (options['json']) terminal.out(JSON.stringify(shown, null, 2));
  else if (shown.length === 0) terminal.say('There are no such findings.');
  else {
    const rows = shown.map((one) => [
      one.severity,
      one.id,
      plain(`${one.file}:${one.line}`),
      plain(one.title),
    ]);
    terminal.out(table([['SEVERITY', 'ID', 'WHERE', 'WHAT'], ...rows]));
  }
  return 0;
}

async function finding(invocation: Invocation, id: string): Promise<number> {
  const result = await callApi<z.output<typeof triagedFinding>>(invocation, 'getFinding', { params: { id } });
  return showFinding(invocation, result);
}
