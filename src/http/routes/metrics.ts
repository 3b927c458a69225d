import type { Metrics } from '../../telemetry/metrics.ts';
import { RawResponse, type Route, route } from '../route.ts';

/** Closed unless the operator opened it: counters tell a stranger more than one would think. */
export function metricsRoutes(metrics: Metrics, open: boolean): Route[] {
  return [
    route({
      name: 'getMetrics',
      method: 'GET',
      path: '/metrics',
      scope: open ? 'public' : 'admin',
      tag: 'operation',
      summary: 'Metrics in the format of Prometheus.',
      produces: ['text/plain'],
      handle: async () => new RawResponse(metrics.contentType, await metrics.text()),
    }),
  ];
}
