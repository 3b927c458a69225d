import { z } from 'zod';
import type { Keys, KeyView } from '../../access/keys.ts';
import { scopes } from '../../access/principal.ts';
import type { Tenants } from '../../access/tenants.ts';
import { keyName } from '../../contract/key-schemas.ts';
import { timeInput } from '../../contract/time.ts';
import { check, optional } from '../../contract/validation.ts';
import type { Operations } from '../../control/operations.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Storage } from '../../storage/storage.ts';

interface OperationParts {
  keys: Keys;
  tenants: Tenants;
  storage: Storage;
  clock: Clock;
}

const newKeyArguments = z.strictObject({
  tenant: z.string(),
  name: keyName,
  scopes: z.array(z.enum(scopes)).min(1),
  namespaces: optional(z.array(z.string().min(1).max(256)).min(1)),
  plan: optional(z.string()),
  expiresAt: optional(timeInput),
});
const tenantName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/i, 'must be 1 to 63 letters, digits, ".", "_" or "-"');

/** What commands can ask of the service about keys, tenants and storage. */
export function accessOperations({ keys, tenants, storage, clock }: OperationParts): Operations {
  const actor = async (tenant: string) => ({ tenantId: (await tenants.get(tenant)).id, keyId: 'local' });
  return {
    'key.create': async (args) => {
      const { tenant, expiresAt, ...wanted } = check(newKeyArguments, args);
      return keys.issue(await actor(tenant), {
        ...wanted,
        expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
      });
    },
    'key.list': async (args) => {
      const { tenantId } = await actor(check(z.strictObject({ tenant: z.string() }), args).tenant);
      const all: KeyView[] = [];
      let after: string | undefined;
      do {
        const page = await keys.list(tenantId, 1_000, after);
        all.push(...page.items);
        after = page.next;
      } while (after !== undefined);
      return all;
    },
    'key.rotate': async (args) => {
      const schema = z.strictObject({
        tenant: z.string(),
        id: z.string(),
        graceSeconds: z.int().min(0).max(2_592_000),
      });
      const { tenant, id, graceSeconds } = check(schema, args);
      return keys.rotate(await actor(tenant), id, graceSeconds);
    },
    'key.revoke': async (args) => {
      const { tenant, id } = check(z.strictObject({ tenant: z.string(), id: z.string() }), args);
      await keys.revoke(await actor(tenant), id);
    },
    'tenant.create': async (args) => tenants.create(check(z.strictObject({ name: tenantName }), args).name),
    'tenant.list': async () => tenants.list(),
    'tenant.delete': async (args) => tenants.delete(check(z.strictObject({ name: z.string() }), args).name),
    'audit.list': async (args) => {
      const schema = z.strictObject({ tenant: z.string(), limit: z.int().min(1).max(10_000) });
      const { tenant, limit } = check(schema, args);
      return (await storage.access.listAudit((await actor(tenant)).tenantId, limit)).items;
    },
    backup: async (args, report) => {
      const { target } = check(z.strictObject({ target: z.string().min(1) }), args);
      return storage.backUp(target, clock.now(), (done, total) => report({ done, total }));
    },
    verify: async () => storage.verify(),
  };
}
