import { z } from 'zod';
import { hasScope, mayUseNamespace, type Principal } from '../../access/principal.ts';
import { toScanRequest } from '../../contract/scan-request.ts';
import { deletedScan, diffView, scanPage, scanView, usageView } from '../../contract/scan-responses.ts';
import { diffQuery, listQuery, newScan, resultQuery, scanId } from '../../contract/scan-schemas.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { ScanRecord } from '../../scan/model/scan-record.ts';
import { type ReportFormatName, reportFormats } from '../../scan/report/formats.ts';
import type { ReportTool } from '../../scan/report/report.ts';
import { toScanView } from '../../scan/service/scan-view.ts';
import type { ScanWatch } from '../../scan/service/scan-watch.ts';
import type { Scans } from '../../scan/service/scans.ts';
import type { ScanListQuery } from '../../scan/service/store.ts';
import type { Triage } from '../../scan/service/triage.ts';
import { decodeCursor, decodeOffset, encodeCursor } from '../cursor.ts';
import { type Call, RawResponse, type Route, route } from '../route.ts';
import { chooseFormat } from './report-format.ts';
import { Followers, streamScanEvents } from './scan-events.ts';
import { answerWhenFinished } from './scan-waiting.ts';

export interface ScanRouteParts {
  scans: Scans;
  triage: Triage;
  watch: ScanWatch;
  tool: ReportTool;
  /** The longest that a start call waits; 0 for as long as the scan takes. */
  maxWaitMs: number;
  heartbeatMs: number;
  /** Whether the key of a call was taken away while it waited. */
  isWithdrawn(principal: Principal): Promise<boolean>;
  /** Event streams that one key may hold open. */
  maxFollowersPerKey: number;
}

const tag = 'security';

export function scanRoutes(parts: ScanRouteParts): Route[] {
  const { scans, triage, watch, tool, heartbeatMs } = parts;
  const followers = new Followers(parts.maxFollowersPerKey);

  const waitFor = (call: Call, id: string, asked: number | undefined): Promise<unknown> => {
    const limits = [asked, parts.maxWaitMs || undefined].filter((limit) => limit !== undefined);
    return answerWhenFinished(call, {
      wait: (stop) => scans.wait(call.principal, id, stop),
      isWithdrawn: () => parts.isWithdrawn(call.principal),
      timeoutMs: limits.length === 0 ? undefined : Math.min(...limits),
      heartbeatMs,
    });
  };

  return [
    route({
      name: 'startScan',
      method: 'POST',
      path: '/v1/security/scan',
      scope: 'scan:write',
      tag,
      summary: 'Start a scan of a repository.',
      description:
        'With `waitForCompletion` the response comes when the scan is finished. In a long wait it begins early with newlines, which JSON allows.',
      creates: true,
      body: newScan,
      bodyLimitBytes: 512 * 1024,
      response: scanView,
      errors: [
        'invalid_repo_url',
        'unsupported_scheme',
        'url_credentials_not_allowed',
        'invalid_ref',
        'host_not_allowed',
        'scan_not_found',
        'scan_not_finished',
        'insufficient_scope',
        'quota_exceeded',
        'concurrent_scan_limit',
        'queue_full',
      ],
      handle: async (call) => {
        const { principal, body } = call;
        const receipt = call.receipt<ScanRecord>((scan) => toScanView(scan));
        requireMemory(principal, body.remember?.namespace);
        const scan = await scans.start(
          principal,
          toScanRequest(body, principal.plan.maxEntries),
          principal.plan.scansPerDay,
          receipt,
        );
        return body.waitForCompletion ? waitFor(call, scan.scanId, body.waitTimeoutMs) : scan;
      },
      // Whoever lost the connection while waiting and asks again waits for the same scan.
      repeat: (call, data) => {
        const started = data as { scanId: string };
        return call.body.waitForCompletion ? waitFor(call, started.scanId, call.body.waitTimeoutMs) : started;
      },
    }),
    route({
      name: 'getScan',
      method: 'GET',
      path: '/v1/security/scan/:scanId',
      scope: 'scan:read',
      tag,
      summary: 'Get a scan, with its findings when it is completed, or a report of it.',
      params: scanId,
      query: resultQuery,
      response: scanView,
      // GitLab's report is JSON as well; here that is the envelope.
      produces: Object.values(reportFormats)
        .map(({ contentType }) => contentType.split(';')[0]!)
        .filter((type) => type !== 'application/json'),
      errors: ['scan_not_found', 'scan_not_finished', 'not_acceptable'],
      handle: async ({ principal, params, query, headers }) => {
        const format = chooseFormat(query.format, headers.accept);
        if (format === 'json')
          return scans.get(principal, params.scanId, { similar: query.similar === 'true' });
        return reportAnswer(format, await scans.report(principal, params.scanId), tool);
      },
    }),
    route({
      name: 'listScans',
      method: 'GET',
      path: '/v1/security/scan',
      scope: 'scan:read',
      tag,
      summary: 'List scans, newest first, without their findings.',
      query: listQuery,
      response: scanPage,
      errors: ['invalid_cursor'],
      handle: async ({ principal, query }) => {
        // One more than asked for tells whether there is another page.
        const found = await scans.list(principal, {
          ...listFilter(query, principal.tenantId),
          limit: query.limit + 1,
        });
        const items = found.slice(0, query.limit);
        const last = found.length > query.limit ? items.at(-1) : undefined;
        return { items, ...(last && { nextCursor: encodeCursor('scans', principal.tenantId, last.scanId) }) };
      },
    }),
    route({
      name: 'cancelScan',
      method: 'POST',
      path: '/v1/security/scan/:scanId/cancel',
      scope: 'scan:write',
      tag,
      summary: 'Cancel a scan that is not finished.',
      params: scanId,
      response: scanView,
      errors: ['scan_not_found', 'scan_already_finished'],
      handle: ({ principal, params }) => scans.cancel(principal, params.scanId),
    }),
    route({
      name: 'deleteScan',
      method: 'DELETE',
      path: '/v1/security/scan/:scanId',
      scope: 'scan:write',
      tag,
      summary: 'Delete a finished scan and its findings.',
      description: 'What was decided about the findings is kept for the next scan, unless `decisions=true`.',
      params: scanId,
      query: z.object({
        decisions: z
          .enum(['true', 'false'])
          .optional()
          .describe('Whether to remove all decisions about the repository as well.'),
      }),
      response: deletedScan,
      errors: ['scan_not_found', 'scan_not_finished'],
      handle: async ({ principal, params, query }) => {
        const { repoUrl } = await scans.glance(principal, params.scanId);
        await scans.remove(principal, params.scanId);
        if (query.decisions === 'true') await triage.forgetRepository(principal, repoUrl);
        return { scanId: params.scanId, deleted: true };
      },
    }),
    route({
      name: 'followScan',
      method: 'GET',
      path: '/v1/security/scan/:scanId/events',
      scope: 'scan:read',
      tag,
      summary: 'Follow a scan as server-sent events.',
      params: scanId,
      produces: ['text/event-stream'],
      errors: ['scan_not_found'],
      handle: (call) =>
        streamScanEvents(call, {
          look: () => scans.glance(call.principal, call.params.scanId),
          listen: (listener) => watch.listen(call.params.scanId, listener),
          isWithdrawn: () => parts.isWithdrawn(call.principal),
          everyMs: 250,
          heartbeatMs,
          followers,
        }),
    }),
    route({
      name: 'diffScans',
      method: 'GET',
      path: '/v1/security/scan/:scanId/diff',
      scope: 'scan:read',
      tag,
      summary: 'Compare a scan with an earlier one.',
      params: scanId,
      query: diffQuery,
      response: diffView,
      errors: ['scan_not_found', 'scan_not_finished', 'invalid_cursor'],
      handle: ({ principal, params, query }) => answerDiff(scans, principal, params.scanId, query),
    }),
    route({
      name: 'getUsage',
      method: 'GET',
      path: '/v1/security/usage',
      scope: 'scan:read',
      tag,
      summary: 'How many scans are kept and how much room they take.',
      response: usageView,
      handle: ({ principal }) => scans.usage(principal),
    }),
  ];
}

function reportAnswer(
  name: ReportFormatName,
  scan: Parameters<(typeof reportFormats)[ReportFormatName]['render']>[0],
  tool: ReportTool,
): RawResponse {
  const { render, contentType, headers } = reportFormats[name];
  return new RawResponse(contentType, render(scan, tool), { Vary: 'Accept', ...headers });
}

async function answerDiff(
  scans: Scans,
  principal: Principal,
  scanId: string,
  { against, list, limit, cursor }: z.output<typeof diffQuery>,
) {
  const cursorOf = `diff ${scanId} ${against} ${list}`;
  const from = decodeOffset(cursorOf, principal.tenantId, cursor);
  const isWhole = limit === undefined && list === undefined;
  const page = isWhole ? undefined : { limit: limit ?? Number.POSITIVE_INFINITY, list, from };
  const { diff, lengths } = await scans.diff(principal, scanId, against, page);
  const next = list === undefined ? 0 : from + diff[list].length;
  const more = list !== undefined && next < lengths[list];
  return {
    scanId,
    against,
    summary: lengths,
    ...diff,
    ...(more && { nextCursor: encodeCursor(cursorOf, principal.tenantId, String(next)) }),
  };
}

function listFilter(query: z.output<typeof listQuery>, tenantId: string): Omit<ScanListQuery, 'limit'> {
  const { status, repoUrl, branch, label, cursor } = query;
  const colon = label?.indexOf(':') ?? 0;
  return {
    ...(cursor === undefined ? {} : { before: decodeCursor('scans', tenantId, cursor) }),
    ...(status === undefined ? {} : { status }),
    ...(repoUrl === undefined ? {} : { repoUrl }),
    ...(branch === undefined ? {} : { branch }),
    ...(label === undefined ? {} : { label: [label.slice(0, colon), label.slice(colon + 1)] }),
  };
}

/** Whoever has code remembered writes into memory, and needs to be allowed to. */
function requireMemory(principal: Principal, namespace: string | undefined): void {
  if (namespace === undefined) return;
  if (!hasScope(principal, 'memory:write'))
    throw new ServiceError('insufficient_scope', '`remember` needs a key with the scope memory:write.');
  if (!mayUseNamespace(principal, namespace))
    throw new ServiceError('insufficient_scope', 'This key may not use that namespace.');
}
