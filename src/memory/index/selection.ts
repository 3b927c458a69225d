import type { Filter } from '../filter.ts';
import type { EntryTable } from './entries/entry-table.ts';
import type { FilterIndex } from './filter-index.ts';
import { countOnes, intersect, positionsOfOnes } from './masks.ts';
import type { RecentSelections, Selection } from './recent-selections.ts';

/** What a choice of rows is made from. */
interface Selectable {
  readonly entries: EntryTable;
  readonly filters: FilterIndex;
  readonly selections: RecentSelections;
}

/** The rows that the filter and the time let through; undefined when there are none. */
export function select(
  { entries, filters, selections }: Selectable,
  filter: Filter | undefined,
  now: number,
): Selection | undefined {
  // Callers ask with the same filter again and again, such as that of one user; while nothing changes, neither does what it lets through.
  const isAll = !filter && !entries.hasDead;
  const key = isAll || entries.hasExpiring ? undefined : JSON.stringify(filter ?? null);
  const known = key !== undefined && selections.find(key);
  if (known) return known.selection;
  const visible = entries.visible(now);
  const slots = filter ? filters.mask(filter, entries) : visible;
  if (!slots) {
    const count = entries.rowCount;
    return count === 0 ? undefined : { rows: { rows: 'all' }, count };
  }
  if (filter && visible) intersect(slots, visible);
  const selection = selectionOf(entries.rowMask(slots));
  if (key !== undefined) selections.keep(key, selection);
  return selection;
}

function selectionOf(mask: Uint8Array): Selection | undefined {
  const count = countOnes(mask);
  if (count === 0) return undefined;
  const isFew = count <= maxListed;
  if (!isFew && count * 32 > mask.length) return { rows: { mask, count }, count, mask };
  const list = positionsOfOnes(mask, count);
  return { rows: isFew ? { list } : { mask, count }, count, mask, list };
}

/** As many rows cost about as much by their codes as a hundred thousand by their bits: as a list the others are not even looked at. */
const maxListed = 4_096;
