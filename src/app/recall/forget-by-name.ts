import type { Memory } from '../../memory/memory.ts';
import { internalCaller } from '../../memory/reach/internal-namespaces.ts';

/** So many entries are named in one filter. */
const atOnce = 200;

/** Deletes the entries of an internal namespace that are about these findings. */
export async function forgetByName(
  memory: Memory,
  tenantId: string,
  namespace: string,
  externalIds: readonly string[],
): Promise<void> {
  for (let i = 0; i < externalIds.length; i += atOnce) {
    const values = externalIds.slice(i, i + atOnce);
    await memory.deleteMany(internalCaller(tenantId), {
      namespace,
      filter: { op: 'in', path: ['externalId'], values },
      dryRun: false,
    });
  }
}
