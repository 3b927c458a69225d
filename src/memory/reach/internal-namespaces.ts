import type { MemoryCaller } from '../entry.ts';

/** No name of a request holds a control character, neither in a body nor in a URL, so that no caller can write such a name. */
const mark = '\u0001';

/** Namespaces that the service keeps for itself within a tenant: they are stored, backed up, moved and deleted with the tenant. */
export const internalNamespaces = {
  /** What people decided about findings, and why. */
  decisions: `${mark}decisions`,
  /** Open findings. */
  findings: `${mark}findings`,
} as const;

/** The service itself, in a tenant: reaches internal namespaces and no others. No request becomes such a caller. */
export function internalCaller(tenantId: string): MemoryCaller {
  return { tenantId, isInternal: true, mayUseNamespace: () => false };
}

/** Whether a caller may use a namespace. A pattern such as `*` does not reach what the service keeps for itself. */
export function mayReach(caller: MemoryCaller, name: string): boolean {
  return name.startsWith(mark) ? caller.isInternal === true : caller.mayUseNamespace(name);
}
