import type { Keys } from '../../access/keys.ts';
import type { AccessStore } from '../../access/store.ts';
import type { Usage } from '../../access/usage.ts';
import type { RuleCatalogue } from '../../scan/catalogue/rule-catalogue.ts';
import type { Credentials } from '../../scan/credentials/credentials.ts';
import type { SandboxKind } from '../../scan/model/sandbox.ts';
import type { FindingHistories } from '../../scan/service/finding-history.ts';
import type { FindingLists } from '../../scan/service/finding-lists.ts';
import type { ScanPackages } from '../../scan/service/packages.ts';
import type { FindingSearch } from '../../scan/service/recall/finding-search.ts';
import type { ScanTrends } from '../../scan/service/trends.ts';
import type { TriageBatches } from '../../scan/service/triage-batches.ts';
import type { WebhookSecrets } from '../../scan/webhooks/webhook-secrets.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createOpenApi } from '../openapi/document.ts';
import { readRecordedExamples } from '../openapi/recorded-examples.ts';
import type { Route } from '../route.ts';
import { auditRoutes } from './audit.ts';
import { docsRoutes } from './docs.ts';
import { embeddingRoutes } from './embeddings.ts';
import { decisionRoutes } from './findings/decide.ts';
import { findingRoutes } from './findings/list-and-read.ts';
import { findingSearchRoutes } from './findings/search.ts';
import { healthRoutes, type ReadinessCheck } from './health.ts';
import { findingHistoryRoutes } from './insight/finding-history.ts';
import { packageRoutes } from './insight/packages.ts';
import { ruleRoutes } from './insight/rules.ts';
import { trendRoutes } from './insight/trends.ts';
import { usageRoutes } from './insight/usage.ts';
import { keyRoutes } from './keys.ts';
import { type LimitTable, limitRoutes } from './limits.ts';
import { type McpRouteParts, mcpRoutes } from './mcp.ts';
import { memoryRoutes } from './memory.ts';
import { memoryExplorationRoutes } from './memory-exploration.ts';
import { memoryMapRoutes } from './memory-map.ts';
import { memoryNamespaceRoutes, type NamespaceRouteParts } from './memory-namespaces.ts';
import { metricsRoutes } from './metrics.ts';
import { scanSecretRoutes } from './scan-secrets.ts';
import { type ScanRouteParts, scanRoutes } from './security.ts';

export interface RouteParts {
  version: string;
  keys: Keys;
  audit: Pick<AccessStore, 'listAudit'>;
  usage: Usage;
  security: ScanRouteParts & {
    triageBatches: TriageBatches;
    findingSearch: FindingSearch;
    findingLists: FindingLists;
    rules: RuleCatalogue;
    trends: ScanTrends;
    packages: ScanPackages;
    findingHistories: FindingHistories;
    credentials: Credentials;
    webhookSecrets: WebhookSecrets;
  };
  /** Absent where a command opens the data folder without listening. */
  memory: NamespaceRouteParts | undefined;
  /** Absent like memory, which it offers. */
  mcp: McpRouteParts | undefined;
  limits: LimitTable;
  metrics: Metrics;
  metricsOpen: boolean;
  readiness: readonly ReadinessCheck[];
  sandbox(): SandboxKind;
  draining: AbortSignal;
}

/** The whole API in one list. */
export function createRoutes(parts: RouteParts): Route[] {
  const { memory } = parts;
  const routes: Route[] = [
    ...(memory ? memoryRoutes(memory.memory) : []),
    ...(memory ? memoryExplorationRoutes(memory.memory) : []),
    ...(memory ? memoryNamespaceRoutes(memory) : []),
    ...(memory ? memoryMapRoutes(memory.maps) : []),
    ...(memory ? embeddingRoutes(memory.models) : []),
    ...scanRoutes(parts.security),
    ...findingRoutes(parts.security.triage, parts.security.findingLists),
    ...decisionRoutes(parts.security.triage, parts.security.triageBatches),
    ...findingSearchRoutes(parts.security.findingSearch),
    ...ruleRoutes(parts.security.rules),
    ...trendRoutes(parts.security.trends),
    ...packageRoutes(parts.security.packages),
    ...findingHistoryRoutes(parts.security.findingHistories),
    ...scanSecretRoutes(parts.security.credentials, parts.security.webhookSecrets),
    ...keyRoutes(parts.keys),
    ...auditRoutes(parts.audit),
    ...usageRoutes(parts.usage),
    ...limitRoutes(parts.limits),
    ...healthRoutes(parts.readiness, parts.draining, parts.sandbox),
    ...metricsRoutes(parts.metrics, parts.metricsOpen),
    ...(parts.mcp ? mcpRoutes(parts.mcp) : []),
    ...docsRoutes(() => createOpenApi(routes, parts.version, readRecordedExamples())),
  ];
  return routes;
}
