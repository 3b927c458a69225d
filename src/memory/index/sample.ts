import type { JsonValue } from '../../kernel/json.ts';
import { valueAt } from '../filter.ts';
import type { EntryTable } from './entries/entry-table.ts';
import type { Steps } from './steps.ts';
import type { VectorRows } from './vectors/vector-rows.ts';

export interface SampleRequest {
  /** The most entries. */
  count: number;
  now: number;
  /** Where in an entry's document a value is wanted too. */
  path?: readonly string[] | undefined;
}

export interface EntrySample {
  ids: string[];
  /** The first passage of each entry, in the order of `ids`, as the index keeps vectors: turned, with `width` numbers each. */
  vectors: Float32Array;
  width: number;
  /** What is at `path` of each entry, where that was asked for. */
  values: Array<JsonValue | undefined> | undefined;
}

/** What reading one entry costs, measured in the rows of other steps. */
const stepsPerEntry = 40;

/** Entries that are evenly spread over a namespace, with their vectors. */
export function* sampleEntries(
  { entries, vectors }: { entries: EntryTable; vectors: VectorRows },
  { count, now, path }: SampleRequest,
): Steps<EntrySample> {
  const visible = entries.visible(now);
  const slots: number[] = [];
  for (let slot = 0; slot < entries.slotCount; slot++) if (visible?.[slot] !== 0) slots.push(slot);
  yield slots.length;
  const size = Math.min(count, slots.length);
  const sample: EntrySample = {
    ids: [],
    vectors: new Float32Array(size * vectors.width),
    width: vectors.width,
    values: path && [],
  };
  for (let i = 0; i < size; i++) {
    const slot = slots[Math.floor((i * slots.length) / size)]!;
    // Removed while others had their turn.
    if (!entries.isAlive(slot)) continue;
    sample.vectors.set(vectors.coarse(entries.rowsOf(slot).first), sample.ids.length * vectors.width);
    sample.ids.push(entries.id(slot));
    if (path) sample.values!.push(valueAt(entries.document(slot), path));
    yield stepsPerEntry;
  }
  return { ...sample, vectors: sample.vectors.slice(0, sample.ids.length * vectors.width) };
}
