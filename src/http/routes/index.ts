import type { Keys } from '../../access/keys.ts';
import type { AccessStore } from '../../access/store.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createOpenApi } from '../openapi.ts';
import type { Route } from '../route.ts';
import { auditRoutes } from './audit.ts';
import { docsRoutes } from './docs.ts';
import { healthRoutes, type ReadinessCheck } from './health.ts';
import { keyRoutes } from './keys.ts';
import { type LimitTable, limitRoutes } from './limits.ts';
import { metricsRoutes } from './metrics.ts';

export interface RouteParts {
  version: string;
  keys: Keys;
  audit: Pick<AccessStore, 'listAudit'>;
  limits: LimitTable;
  metrics: Metrics;
  metricsOpen: boolean;
  readiness: readonly ReadinessCheck[];
  draining: AbortSignal;
}

/** The whole API in one list. */
export function createRoutes(parts: RouteParts): Route[] {
  const routes: Route[] = [
    ...keyRoutes(parts.keys),
    ...auditRoutes(parts.audit),
    ...limitRoutes(parts.limits),
    ...healthRoutes(parts.readiness, parts.draining),
    ...metricsRoutes(parts.metrics, parts.metricsOpen),
    ...docsRoutes(() => createOpenApi(routes, parts.version)),
  ];
  return routes;
}
