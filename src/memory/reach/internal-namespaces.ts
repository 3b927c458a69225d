import type { MemoryCaller } from '../entry.ts';
import type { GuardPolicy } from '../guard/guard-policy.ts';

/** No name of a request holds a control character, neither in a body nor in a URL, so that no caller can write such a name. */
const mark = '\u0001';

/** Namespaces that the service keeps for itself within a tenant: they are stored, backed up, moved and deleted with the tenant. */
export const internalNamespaces = {
  /** What people decided about findings, and why. */
  decisions: `${mark}decisions`,
  /** Open findings. */
  findings: `${mark}findings`,
} as const;

/** What the service writes was masked before, and what it derived from texts is no text. */
const unguarded: GuardPolicy = { secrets: 'off', instructions: 'off', hidden: 'off', pii: 'off' };

/** The service itself, in a tenant: reaches internal namespaces and no others. No request becomes such a caller. */
export function internalCaller(tenantId: string): MemoryCaller {
  return { tenantId, isInternal: true, mayUseNamespace: () => false, guard: unguarded };
}

/** Whether a caller may use a namespace. A pattern such as `*` does not reach what the service keeps for itself. */
export function mayReach(caller: MemoryCaller, name: string): boolean {
  return name.startsWith(mark) ? caller.isInternal === true : caller.mayUseNamespace(name);
}
