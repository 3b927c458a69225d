import type { JsonObject } from '../../kernel/json.ts';
import type { EntryMarks } from '../guard/entry-marks.ts';

/** What the index needs to know of an entry; the store keeps the truth. Times are milliseconds since the epoch. */
export interface IndexedEntry extends EntryMarks {
  id: string;
  metadata: JsonObject;
  /** The same as JSON, where it is at hand: otherwise it is written once more. */
  metadataText?: string;
  createdAt: number;
  updatedAt: number;
  expiresAt?: number;
  occurredAt?: number;
  externalId?: string;
  /** In order; a hit names the best one by its position here. */
  passages: ReadonlyArray<{ text: string; vector: Float32Array; windows?: Uint8Array }>;
}
