import { z } from 'zod';
import type { Principal } from '../../access/principal.ts';
import type { Tenants } from '../../access/tenants.ts';
import type { Api } from '../../contract/api.ts';
import { check } from '../../contract/validation.ts';
import type { Operations } from '../../control/operations.ts';
import type { JsonObject } from '../../kernel/json.ts';

const call = z.strictObject({
  tenant: z.string(),
  operation: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
  transport: z.literal('mcp').optional(),
});

interface ApiOperationParts {
  tenants: Tenants;
  /** The operator at the machine: may do everything, is audited as `local`. */
  localPrincipal(tenantId: string): Principal;
  apiOf(principal: Principal, operation: string): Promise<Api>;
}

/** Any operation of the API for commands of this machine's own user. */
export function apiOperations({ tenants, localPrincipal, apiOf }: ApiOperationParts): Operations {
  return {
    'api.call': async (args: JsonObject) => {
      const { tenant, operation, ...input } = check(call, args);
      const api = await apiOf(localPrincipal((await tenants.get(tenant)).id), operation);
      return api.call(operation, {
        ...(input.params && { params: input.params }),
        ...(input.query && { query: input.query }),
        ...(input.body !== undefined && input.body !== null && { body: input.body }),
        ...(input.transport && { transport: input.transport }),
      });
    },
  };
}
