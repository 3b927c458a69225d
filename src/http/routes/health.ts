import { z } from 'zod';
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
      method: 'GET',
      path: '/healthz',
      scope: 'public',
      tag: 'health',
      summary: 'The process lives.',
      answer: z.object({ status: z.literal('ok') }),
      handle: () => ({ status: 'ok' }),
    }),
    route({
      method: 'GET',
      path: '/readyz',
      scope: 'public',
      tag: 'health',
      summary: 'The service can serve.',
      answer: z.object({ status: z.literal('ready') }),
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
