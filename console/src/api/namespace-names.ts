import type { Namespace } from '../../../clients/typescript/src/types.ts';
import { firstItems } from './every-page.ts';
import { type Load, useLoad } from './load.ts';

const most = 1_000;

/** Namespaces to choose from, the largest first. */
export function useNamespaces(): Load<readonly Namespace[]> {
  return useLoad(async (signal) => {
    const { items } = await firstItems<Namespace>('/v1/memory/namespaces', {}, most, signal);
    return items.toSorted((a, b) => b.entries - a.entries);
  }, []);
}
