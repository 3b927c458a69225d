import type { Namespace } from '../../../clients/typescript/src/types.ts';
import { firstItems } from './every-page.ts';
import { type Load, useLoad } from './load.ts';

const most = 200;

/** Namespaces to choose from, the largest first, and whether there are more than these. */
export function useNamespaces(): Load<{ items: readonly Namespace[]; more: boolean }> {
  return useLoad(async (signal) => {
    const { items, more } = await firstItems<Namespace>('/v1/memory/namespaces', {}, most, signal);
    return { items: items.toSorted((a, b) => b.entries - a.entries), more };
  }, []);
}
