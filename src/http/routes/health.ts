import { healthView, readinessView } from '../../contract/health-schemas.ts';
import { type ErrorCode, ServiceError } from '../../kernel/errors.ts';
import type { SandboxKind } from '../../scan/model/sandbox.ts';
import { type Route, route } from '../route.ts';

/** One thing that must be there before the service can serve: its name, and why it is not ready (nothing when it is). */
export interface ReadinessCheck {
  name: string;
  /** What is answered then; `overloaded` by default. */
  code?: ErrorCode;
  problem(): string | undefined;
}

export function healthRoutes(
  checks: readonly ReadinessCheck[],
  draining: AbortSignal,
  sandbox: () => SandboxKind,
): Route[] {
  return [
    route({
      name: 'getHealth',
      method: 'GET',
      path: '/healthz',
      scope: 'public',
      tag: 'health',
      summary: 'Check that the process is alive.',
      response: healthView,
      handle: () => ({ status: 'ok' }),
    }),
    route({
      name: 'getReadiness',
      method: 'GET',
      path: '/readyz',
      scope: 'public',
      tag: 'health',
      summary: 'Check that the service accepts requests.',
      response: readinessView,
      errors: ['overloaded', 'storage_unavailable', 'shutting_down'],
      handle: () => {
        if (draining.aborted) throw new ServiceError('shutting_down');
        const waiting = checks.flatMap(({ name, code, problem }) => {
          const text = problem();
          return text ? [{ code, text: `${name}: ${text}` }] : [];
        });
        if (waiting.length > 0) {
          const message = `Not ready. ${waiting.map(({ text }) => text).join(' ')}`;
          throw new ServiceError(waiting[0]!.code ?? 'overloaded', message, { retryAfterSeconds: 2 });
        }
        return { status: 'ready', sandbox: sandbox() };
      },
    }),
  ];
}
