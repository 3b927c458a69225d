import type { UsageKind } from '../access/usage.ts';
import type { table } from '../contract/operation-table.ts';

type Operation = keyof typeof table;

/** What a request counts as, beyond being a request. */
const kinds: Partial<Record<Operation, UsageKind>> = {
  writeEntries: 'writes',
  updateEntry: 'writes',
  importEntries: 'writes',
  searchEntries: 'searches',
  searchBatch: 'searches',
  similarEntries: 'searches',
  getContext: 'searches',
  searchFindings: 'searches',
  startScan: 'scans',
};

export function usageKindOf(operation: string | undefined): UsageKind | undefined {
  return kinds[operation as Operation];
}
