import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Example, Examples } from '../../src/http/openapi/recorded-examples.ts';
import type { ScanOutcome } from '../../src/scan/model/outcome.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { sampleOutcome } from './sample-outcome.ts';
import { Stand } from './stand-ins.ts';

const key = 'key_examples';
const now = Date.parse('2026-11-16T09:00:00Z');
const repoUrl = 'https://github.com/OWASP/NodeGoat.git';

/**
 * Every operation called once against a service of its own, with what was sent and what came back. Ids and secrets get stand-ins, so
 * that two recordings are equal; nothing else is changed.
 */
export async function recordExamples(): Promise<Examples> {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-examples-'));
  const config = loadConfig(
    {
      LOREKEEP_DATA_DIR: folder,
      LOREKEEP_API_KEYS: key,
      LOREKEEP_EMBEDDER: 'fast',
      LOREKEEP_SCAN_SANDBOX: 'off',
    },
    folder,
  );
  const outcomes: ScanOutcome[] = [];
  const app = await createApp(config, {
    logger: createLogger('silent'),
    clock: { now: () => now },
    runScan: async ({ source }, { signal }) => {
      // The one that is cancelled must still be running.
      if (source.kind === 'remote' && source.ref === 'develop')
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      outcomes.push(signal.aborted ? cancelled : sampleOutcome);
      return outcomes.at(-1)!;
    },
  });
  try {
    const recorder = new Recorder(app);
    await recordUsage(recorder);
    await recordMemory(recorder);
    await recordScans(recorder);
    await recordAccess(recorder);
    return new Stand().in(recorder.examples) as Examples;
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const cancelled: ScanOutcome = {
  status: 'failed',
  errorCode: 'cancelled',
  error: 'The scan was cancelled.',
};

interface Sent {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: object | string;
}

class Recorder {
  readonly examples: Examples = {};
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** When nothing is left to be remembered in the background. */
  async settle(): Promise<void> {
    const headers = { authorization: `Bearer ${key}` };
    for (;;) {
      const { body } = await this.#app.server.inject({ url: '/metrics', headers });
      if (body.includes('\nlorekeep_remember_jobs_unfinished 0\n')) return;
      await sleep(soonMs);
    }
  }

  /** Calls an operation and keeps what was sent and what came back. Gives `data` of the response. */
  async record(name: string, path: string, sent: Sent = {}): Promise<Record<string, string>> {
    const { params = {}, query, body } = sent;
    const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part]!));
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    const response = await this.#app.server.inject({
      method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
      url: filled,
      ...(query && {
        query: new URLSearchParams(
          Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]),
        ).toString(),
      }),
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { payload: body }),
    });
    if (response.statusCode !== 200) throw new Error(`${name} answered ${response.body}`);
    const answered = String(response.headers['content-type']).split(';')[0]!;
    const isJson = answered === 'application/json';
    const isEnvelope = isJson && 'success' in response.json();
    const example: Example = {
      ...(sent.params && { params: sent.params }),
      ...(query && { query }),
      ...(body !== undefined && { body }),
      ...(!isEnvelope && { type: answered }),
      response: isJson ? response.json() : response.body,
    };
    this.examples[name] = example;
    return isEnvelope ? response.json().data : {};
  }
}

const soonMs = 10;

/** First of all: how long others wait for the model is not the same in every recording. */
async function recordUsage(recorder: Recorder): Promise<void> {
  await recorder.record('listNamespaces', '/v1/memory/namespaces');
  await recorder.record('getDailyUsage', '/v1/usage', { query: { days: 1 } });
}

async function recordMemory(recorder: Recorder): Promise<void> {
  const namespace = 'support-bot';
  const { ids } = await recorder.record('writeEntries', '/v1/memory/entries', {
    body: {
      namespace,
      entries: [
        { content: 'Ada prefers tea to coffee.', metadata: { user: 'ada', topic: 'drinks' } },
        { content: 'Refunds are possible within 30 days.', externalId: 'policy-refunds' },
      ],
    },
  });
  const id = ids![0]!;
  const query = 'What does Ada like to drink?';
  const metadataFilter = { user: 'ada' };
  await recorder.record('searchEntries', '/v1/memory/search', {
    body: { namespace, query, limit: 3, metadataFilter },
  });
  await recorder.record('searchBatch', '/v1/memory/search/batch', {
    body: {
      searches: [query, 'How long can I return something?'].map((one) => ({
        namespace,
        query: one,
        limit: 1,
      })),
    },
  });
  await recorder.record('similarEntries', '/v1/memory/entries/{id}/similar', {
    params: { id },
    body: { limit: 3 },
  });
  await recorder.record('countValues', '/v1/memory/namespaces/{name}/facets', {
    params: { name: namespace },
    body: { paths: ['/metadata/topic'] },
  });
  await recorder.record('getContext', '/v1/memory/context', {
    body: { namespace, query, maxTokens: 500 },
  });
  await recorder.record('listEntries', '/v1/memory/entries', { query: { namespace } });
  await recorder.record('getEntry', '/v1/memory/entries/{id}', { params: { id } });
  await recorder.record('updateNamespace', '/v1/memory/namespaces/{name}', {
    method: 'PATCH',
    params: { name: namespace },
    body: { searchableMetadata: ['topic'], history: 5 },
  });
  await recorder.record('updateEntry', '/v1/memory/entries/{id}', {
    method: 'PATCH',
    params: { id },
    body: { metadata: { user: 'ada', topic: 'breakfast' } },
  });
  await recorder.record('getEntryHistory', '/v1/memory/entries/{id}/history', { params: { id } });
  await recorder.record('listNamespaces', '/v1/memory/namespaces');
  await recorder.record('getNamespace', '/v1/memory/namespaces/{name}', { params: { name: namespace } });
  await recorder.record('mapNamespace', '/v1/memory/namespaces/{name}/map', {
    params: { name: namespace },
    query: { colour: '/topic' },
  });
  await recorder.record('exportEntries', '/v1/memory/export', { query: { namespace } });
  await recorder.record('importEntries', '/v1/memory/import', {
    query: { namespace: 'imported' },
    body: '{"content":"Ada prefers tea to coffee.","metadata":{"user":"ada"}}\n',
  });
  await recorder.record('getModel', '/v1/memory/model');
  await recorder.record('createEmbeddings', '/v1/embeddings', {
    body: { model: 'lorekeep-embed-fast', input: ['Ada prefers tea to coffee.'], encoding_format: 'base64' },
  });
  await recorder.record('deleteEntries', '/v1/memory/entries/delete', {
    body: { namespace, filter: { path: '/metadata/topic', op: 'eq', value: 'drinks' }, dryRun: true },
  });
  await recorder.record('deleteEntry', '/v1/memory/entries/{id}', { method: 'DELETE', params: { id } });
  await recorder.record('deleteNamespace', '/v1/memory/namespaces/{name}', {
    method: 'DELETE',
    params: { name: 'imported' },
  });
}

async function recordScans(recorder: Recorder): Promise<void> {
  const scans = '/v1/security/scan';
  const first = await recorder.record('startScan', scans, { body: { repoUrl, waitForCompletion: true } });
  const { scanId } = await recorder.record('startScan', scans, {
    body: { repoUrl, policy: { failOn: 'high' }, waitForCompletion: true },
  });
  const params = { scanId: scanId! };
  await recorder.record('getScan', `${scans}/{scanId}`, { params });
  await recorder.record('listScans', scans, { query: { status: 'completed', limit: 1 } });
  await recorder.record('followScan', `${scans}/{scanId}/events`, { params });
  await recorder.record('diffScans', `${scans}/{scanId}/diff`, {
    params,
    query: { against: first['scanId']! },
  });
  await recorder.record('listPackages', `${scans}/{scanId}/packages`, {
    params,
    query: { vulnerable: 'true', limit: 1 },
  });
  // Each scan once, so that the room they take is the same in every recording; what is kept is the last call.
  for (const one of [{ scanId: first['scanId']! }, { scanId: scanId! }, {}])
    await recorder.record('listFindings', '/v1/security/findings', {
      query: { ...one, severity: 'critical,high', limit: 1, facets: 'true' },
    });
  await recorder.record('listRules', '/v1/security/rules', {
    query: { engine: 'infrastructure', q: 'dockerfile.healthcheck' },
  });
  await recorder.record('getRule', '/v1/security/rules/{id}', {
    params: { id: 'dockerfile.healthcheck' },
  });
  await recorder.record('getTrends', '/v1/security/trends', { query: { repoUrl, days: 1 } });
  const finding = { id: sampleOutcome.findings[0]!.id };
  await recorder.record('getFinding', '/v1/security/findings/{id}', { params: finding });
  await recorder.record('getFindingHistory', '/v1/security/findings/{id}/history', { params: finding });
  await recorder.settle();
  await recorder.record('searchFindings', '/v1/security/findings/search', {
    body: { query: 'have we had an injection in this service?', limit: 1 },
  });
  const { batchId } = await recorder.record('triageFindings', '/v1/security/findings/triage', {
    body: {
      likeFinding: finding.id,
      status: 'false_positive',
      reason: 'The value comes from our own table.',
    },
  });
  await recorder.record('undoTriage', '/v1/security/findings/triage/{batchId}/undo', {
    method: 'POST',
    params: { batchId: batchId! },
  });
  await recorder.record('forgetDecisions', '/v1/security/findings/decisions', {
    method: 'DELETE',
    query: { repoUrl: 'https://github.com/OWASP/NodeGoat-old.git' },
  });
  await recorder.settle();
  await recorder.record('triageFinding', '/v1/security/findings/{id}', {
    method: 'PATCH',
    params: finding,
    body: { status: 'accepted_risk', reason: 'Only reachable by admins.', expiresAt: '2027-06-30T00:00:00Z' },
  });
  await recorder.record('getUsage', '/v1/security/usage');
  const running = await recorder.record('startScan', scans, { body: { repoUrl, branch: 'develop' } });
  await recorder.record('cancelScan', `${scans}/{scanId}/cancel`, {
    method: 'POST',
    params: { scanId: running['scanId']! },
  });
  await recorder.record('deleteScan', `${scans}/{scanId}`, { method: 'DELETE', params });
  // What most callers send; the response is the one that comes at once.
  await recorder.record('startScan', scans, { body: { repoUrl, policy: { failOn: 'high' } } });
  recordWebhooks(recorder, params.scanId);
  const { credentialId } = await recorder.record('createCredential', '/v1/security/credentials', {
    body: { host: 'github.com', secret: 'a-personal-access-token', name: 'read-only token' },
  });
  await recorder.record('listCredentials', '/v1/security/credentials');
  await recorder.record('deleteCredential', '/v1/security/credentials/{id}', {
    method: 'DELETE',
    params: { id: credentialId! },
  });
  const { secretId } = await recorder.record('createWebhookSecret', '/v1/security/webhook-secrets', {
    method: 'POST',
  });
  await recorder.record('listWebhookSecrets', '/v1/security/webhook-secrets');
  await recorder.record('deleteWebhookSecret', '/v1/security/webhook-secrets/{id}', {
    method: 'DELETE',
    params: { id: secretId! },
  });
}

/** Messages that the service sends, in the words of the outcome above. */
function recordWebhooks({ examples }: Recorder, scanId: string): void {
  const timestamp = new Date(now).toISOString();
  const { commit, summary } = sampleOutcome;
  examples['onScanCompleted'] = {
    body: {
      type: 'scan.completed',
      timestamp,
      data: { scanId, status: 'completed', repoUrl, commit, summary },
    },
  };
  const { error, errorCode } = cancelled as { error: string; errorCode: string };
  examples['onScanFailed'] = {
    body: { type: 'scan.failed', timestamp, data: { scanId, status: 'failed', repoUrl, error, errorCode } },
  };
}

async function recordAccess(recorder: Recorder): Promise<void> {
  const { id } = await recorder.record('issueKey', '/v1/keys', {
    body: { name: 'support bot', scopes: ['memory:read', 'memory:write'], namespaces: ['support-*'] },
  });
  const params = { id: id! };
  await recorder.record('listKeys', '/v1/keys');
  await recorder.record('updateKey', '/v1/keys/{id}', {
    method: 'PATCH',
    params,
    body: { guard: { secrets: 'redact', instructions: 'reject' } },
  });
  await recorder.record('rotateKey', '/v1/keys/{id}/rotate', { params, body: { graceSeconds: 3_600 } });
  await recorder.record('revokeKey', '/v1/keys/{id}', { method: 'DELETE', params });
  await recorder.record('listAudit', '/v1/audit', { query: { limit: 1 } });
  await recorder.record('getLimits', '/v1/limits');
  await recorder.record('callMcp', '/mcp', {
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'recall', arguments: { query: 'What does Ada drink?' } },
    },
  });
  await recorder.record('getHealth', '/healthz');
  await recorder.record('getReadiness', '/readyz');
}
