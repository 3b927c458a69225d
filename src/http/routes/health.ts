import { healthView, readinessView } from '../../contract/health-schemas.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Route, route } from '../route.ts';

/** One thing that must be there before the service can serve: its name, and why it is not ready (nothing when it is). */
export interface ReadinessCheck {
  name: string;
  problem(): string | undefined;
}

export function healthRoutes(checks: readonly ReadinessCheck[], draining: AbortSignal): Route[] {
  return [
    route({
      name: 'getHealth',
      method: 'GET',
      path: '/healthz',
      scope: 'public',
      tag: 'health',
      summary: 'Check that the process is alive.',
      answer: healthView,
      handle: () => ({ status: 'ok' }),
    }),
    route({
      name: 'getReadiness',
      method: 'GET',
      path: '/readyz',
      scope: 'public',
      tag: 'health',
      summary: 'Check that the service accepts requests.',
      answer: readinessView,
      errors: ['overloaded', 'shutting_down'],
      handle: () => {
        if (draining.aborted) throw new ServiceError('shutting_down');
        const waiting = checks.flatMap(({ name, problem }) => {
          const text = problem();
          return text ? [`${name}: ${text}`] : [];
        });
        if (waiting.length > 0) throw new ServiceError('overloaded', `Not ready yet. ${waiting.join(' ')}`);
        return { status: 'ready' };
      },
    }),
  ];
}
