import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { triagedFinding } from '../../contract/finding-responses.ts';
import type { foundFindings } from '../../contract/insight/finding-search-schemas.ts';
import type { scanPage, scanView } from '../../contract/scan-responses.ts';
import type { triagedBatch } from '../../contract/triage-schemas.ts';
import { counted } from '../../kernel/counted.ts';
import { severities } from '../../scan/model/finding.ts';
import { defaultAnswerTokens, fitText, maxAnswerTokens } from '../budget.ts';
import { describeFinding, listFindings, listFound, summaryOf } from '../findings-text.ts';
import { quote } from '../quote.ts';
import { type Tool, type ToolContext, tool } from '../tool.ts';

type Scan = z.output<typeof scanView>;
type Found = z.output<typeof foundFindings>;
type Batch = z.output<typeof triagedBatch>;

const pollMs = 500;
const mostFound = 50;

/** Scan, look at findings, decide about them. */
export const scanTools: Tool[] = [
  tool({
    name: 'scan',
    description:
      'Scan a repository for vulnerabilities, secrets and vulnerable dependencies. A local path only works where this server runs.',
    scope: 'scan:write',
    part: 'scan',
    changes: 'adds',
    openWorld: true,
    input: z.strictObject({
      repoUrl: z.string().optional().describe('https clone URL'),
      path: z.string().optional(),
      branch: z.string().optional(),
      paths: z.array(z.string()).optional().describe('Globs to scan'),
      remember: z.string().optional().describe('Namespace to keep the code in, for recall; with repoUrl'),
      waitMs: z.int().min(0).max(600_000).default(45_000),
    }),
    run: async ({ repoUrl, path, branch, paths, remember, waitMs }, context) => {
      if ((repoUrl === undefined) === (path === undefined)) return 'Give either repoUrl or path.';
      if (path !== undefined) return scanFolder(path, context);
      const body = {
        repoUrl,
        branch,
        ...(paths && { paths: { include: paths } }),
        ...(remember !== undefined && { remember: { namespace: remember } }),
      };
      const { scanId } = await context.api.call<Scan>('startScan', { body });
      return waitFor(scanId, waitMs, context);
    },
  }),
  tool({
    name: 'findings',
    description:
      'List findings of a scan (default: the newest), search open ones of all repositories (query), or show one by id with trace, code and fix.',
    scope: 'scan:read',
    part: 'scan',
    changes: 'nothing',
    input: z.strictObject({
      scanId: z.string().optional(),
      id: z.string().optional(),
      query: z.string().optional(),
      minSeverity: z.enum(severities).default('medium'),
      limit: z.int().min(1).max(200).default(20),
      cursor: z.int().min(0).max(100_000).default(0),
      maxTokens: z.int().min(200).max(maxAnswerTokens).default(defaultAnswerTokens),
    }),
    run: async ({ scanId, id, query, minSeverity, limit, cursor, maxTokens }, context) => {
      if (id !== undefined) {
        const text = describeFinding(await oneFinding(id, context));
        return fitText(text, maxTokens, context.countTokens);
      }
      const wanted = severities.slice(0, severities.indexOf(minSeverity) + 1) as readonly string[];
      if (query !== undefined) {
        const body = { query, severity: wanted, limit: Math.min(limit, mostFound) };
        const found = await context.api.call<Found>('searchFindings', { body }, { signal: context.signal });
        return listFound(found.items, maxTokens, context.countTokens);
      }
      const scan = await scanOf(scanId, context);
      if (typeof scan === 'string') return scan;
      const findings = scan.findings.filter(({ severity }) => wanted.includes(severity));
      return listFindings({ ...scan, findings }, { limit, cursor, maxTokens }, context.countTokens);
    },
  }),
  tool({
    name: 'triage',
    description:
      'Record a decision about a finding, or all alike, with the reason. Counts from the next scan on.',
    scope: 'scan:write',
    part: 'scan',
    changes: 'sets',
    input: z.strictObject({
      id: z.string(),
      status: z.enum(['open', 'false_positive', 'accepted_risk']),
      reason: z.string().describe('Why, for whoever reads it later'),
      expiresAt: z.string().optional().describe('ISO 8601'),
      alike: z.boolean().default(false),
    }),
    run: async ({ id, status, reason, expiresAt, alike }, { api, folders }) => {
      if (folders?.finding(id))
        return 'A finding of a folder is decided about with a comment or .lorekeep.yaml there.';
      if (alike) {
        const body = { likeFinding: id, status, reason, expiresAt };
        const { findingIds, batchId } = await api.call<Batch>('triageFindings', { body });
        return `Recorded ${status} for ${counted(findingIds.length, 'finding')}, from the next scan on: ${findingIds.map(quote).join(' ')}. batchId=${batchId}`;
      }
      await api.call('triageFinding', { params: { id }, body: { status, reason, expiresAt } });
      return `${quote(id)} is ${status} from the next scan on.`;
    },
  }),
];

async function scanFolder(path: string, { folders, signal, countTokens }: ToolContext): Promise<string> {
  if (!folders) return 'This server runs elsewhere and sees no folders of yours; give repoUrl.';
  const scan = await folders.scan(path, signal);
  return listFindings(scan, { limit: 10, cursor: 0, maxTokens: defaultAnswerTokens }, countTokens);
}

async function waitFor(scanId: string, waitMs: number, context: ToolContext): Promise<string> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const scan = await context.api.call<Scan>('getScan', { params: { scanId } }, { signal: context.signal });
    if (scan.status === 'failed') return `The scan failed: ${quote(scan.error ?? '')} (${scan.errorCode})`;
    if (scan.status === 'completed') return showScan(scan, context);
    if (Date.now() >= deadline || context.signal.aborted)
      return `Still ${scan.status}. Call findings with scanId=${scanId} later.`;
    context.progress(scan.progress?.percent ?? 0, scan.progress?.phase ?? scan.status);
    await sleep(Math.min(pollMs, Math.max(1, deadline - Date.now())));
  }
}

function showScan(scan: Scan, { countTokens }: ToolContext): string {
  const shown = {
    scanId: scan.scanId,
    findings: scan.findings ?? [],
    summary: summaryOf(scan),
    complete: scan.coverage?.complete ?? true,
  };
  return listFindings(shown, { limit: 10, cursor: 0, maxTokens: defaultAnswerTokens }, countTokens);
}

/** The scan with its findings; a sentence where there is none to show. */
async function scanOf(scanId: string | undefined, { api, folders, signal }: ToolContext) {
  const local = scanId === undefined ? folders?.latest() : folders?.get(scanId);
  if (local) return local;
  const id = scanId ?? (await newest(api));
  if (id === undefined) return 'There is no completed scan yet; call scan.';
  const scan = await api.call<Scan>('getScan', { params: { scanId: id } }, { signal });
  if (scan.status === 'failed') return `The scan failed: ${quote(scan.error ?? '')} (${scan.errorCode})`;
  if (scan.status !== 'completed') return `The scan is ${scan.status}; try again later.`;
  return {
    scanId: id,
    findings: scan.findings ?? [],
    summary: summaryOf(scan),
    complete: scan.coverage?.complete ?? true,
  };
}

async function newest(api: ToolContext['api']): Promise<string | undefined> {
  const query = { status: 'completed', limit: 1 };
  const { items } = await api.call<z.output<typeof scanPage>>('listScans', { query });
  return items[0]?.scanId;
}

async function oneFinding(id: string, { api, folders }: ToolContext) {
  const local = folders?.finding(id);
  if (local) return local;
  const { finding, triage, similar } = await api.call<z.output<typeof triagedFinding>>('getFinding', {
    params: { id },
  });
  return { ...finding, status: triage.status, similar };
}
