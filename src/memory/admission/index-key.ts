import { hash } from 'node:crypto';
import type { NamespaceState } from '../store.ts';

/** The model that was asked for last, and its hash: nearly all namespaces have the same one. */
let [lastModel, lastHash] = ['', ''];

/** What an index is known by, in memory and among snapshots. Two models of one namespace are two indexes. */
export function indexKey({ id, model }: Pick<NamespaceState, 'id' | 'model'>): string {
  if (model !== lastModel || lastHash === '')
    [lastModel, lastHash] = [model, hash('sha256', model).slice(0, 16)];
  return `${id}-${lastHash}`;
}
