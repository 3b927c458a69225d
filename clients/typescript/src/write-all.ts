import { LorekeepError } from './errors.ts';
import type { Lorekeep } from './index.ts';
import type { WriteEntriesBody } from './types.ts';

const maxEntries = 256;
const payloadTooLarge = 413;

/** Writes entries in calls of as many as one may have; how many that are follows from their length, too, and only the service knows. */
export async function writeAll(
  lore: Lorekeep,
  namespace: string,
  entries: WriteEntriesBody['entries'],
): Promise<string[]> {
  const ids: string[] = [];
  let most = maxEntries;
  for (let at = 0; at < entries.length; ) {
    const some = entries.slice(at, at + most);
    try {
      ids.push(...(await lore.memory.write({ namespace, entries: some })).ids);
      at += some.length;
    } catch (error) {
      const isTooMuch = error instanceof LorekeepError && error.status === payloadTooLarge;
      if (!isTooMuch || some.length === 1) throw error;
      most = Math.ceil(some.length / 2);
    }
  }
  return ids;
}
