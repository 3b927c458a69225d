import type { JsonObject } from '../../kernel/json.ts';
import { type Invocation, textOption } from '../command.ts';

/** Any operation of the API, of this machine's service or of the one that `--server` names. */
export function callApi<Result>(
  invocation: Invocation,
  operation: string,
  input: JsonObject,
): Promise<Result> {
  const tenant = textOption(invocation, 'tenant') ?? 'default';
  return invocation.operate('api.call', { tenant, operation, ...input });
}
