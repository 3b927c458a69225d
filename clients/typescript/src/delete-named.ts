import type { Lorekeep } from './index.ts';
import type { Filter } from './types.ts';

/** Filters hold up to 16 KiB. */
const mostUnits = 4_000;

/** Deletes entries by their external ids, in as many calls as their length asks for. */
export async function deleteNamed(
  lore: Lorekeep,
  namespace: string,
  names: readonly string[],
  { filter, metadataFilter }: { filter?: Filter | undefined; metadataFilter?: object | undefined } = {},
): Promise<void> {
  for (let at = 0; at < names.length; ) {
    const value: string[] = [];
    for (let units = 0; at < names.length; at++) {
      units += names[at]!.length + 3;
      if (units > mostUnits && value.length > 0) break;
      value.push(names[at]!);
    }
    const named: Filter = { path: '/externalId', op: 'in', value };
    const both = filter ? { and: [named, filter] } : named;
    await lore.memory.deleteMany({ namespace, filter: both, metadataFilter: metadataFilter as never });
  }
}
