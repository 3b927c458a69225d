import { type ErrorCode, errorCatalogue } from '../../kernel/errors.ts';
import type { Route } from '../route.ts';
import type { Components } from './components.ts';

type Schema = Record<string, unknown>;

/** Errors that any route with a key can give. */
const everywhere: ErrorCode[] = [
  'validation_failed',
  'unauthenticated',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'shutting_down',
];

/** The errors of a route by status, each naming its codes. Many routes share them, so that each is described once. */
export function errorResponses(route: Route, components: Components): Schema {
  const codes = [
    ...(route.scope === 'public' ? (['malformed_request'] as const) : everywhere),
    ...(route.errors ?? []),
  ];
  if (route.creates) codes.push('idempotency_in_progress', 'idempotency_key_reused');
  if (route.body) codes.push('invalid_json', 'payload_too_large', 'unsupported_media_type');
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [status, components.response(nameOf(group), describe(status, group))]),
  );
}

function describe(status: number, codes: ErrorCode[]): Schema {
  const waits = codes.some((code) => errorCatalogue[code].retryable) && status !== 500;
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(waits && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
      ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } }),
    },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** `ValidationFailed`, or `ValidationFailed.InvalidJson` for two codes of one status. */
function nameOf(codes: readonly ErrorCode[]): string {
  return codes
    .map((code) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    .join('.');
}
