import type { WordMatcher } from '../words/matching/match-words.ts';
import { type GiantScan, scanGiants } from './giants/giant-scan.ts';
import { type CellsJob, learnCells } from './giants/learn-cells.ts';
import type { ScanKernel, ScanMemory } from './kernel.ts';
import { foundNear, nearQueryBytes } from './near-queries.ts';
import { matchWords, type WordsCall } from './words-call.ts';

export type ScanArguments = Parameters<ScanKernel['scan']>;
type NearestArguments = Parameters<ScanKernel['nearest']>;
type ListArguments = Parameters<ScanKernel['scanList']>;

/**
 * Work for the kernel that can be done on any thread: all rows by their codes, or for some queries the nearest rows by their bits and then, for each query, the best of them by
 * their codes. `arena` is the memory that it is about; a giant lies in several.
 */
export type ScanCall =
  | { name: 'scan'; arena: number; args: ScanArguments }
  | {
      name: 'nearest';
      arena: number;
      near: NearestArguments;
      best: readonly ListArguments[];
      /** For each query, where its words are to be matched as well. */
      words?: ReadonlyArray<WordsCall | undefined>;
    }
  | { name: 'giant'; scans: readonly GiantScan[] }
  | { name: 'cells'; job: CellsJob };

/** How many rows were found for each query; they are where the arguments say. For a giant, behind each number the rows. */
export function carryOut(
  memories: readonly ScanMemory[],
  call: ScanCall,
  matcher?: WordMatcher,
): readonly number[] {
  if (call.name === 'giant')
    return scanGiants(memories, call.scans).flatMap((rows) => [rows.length, ...rows]);
  if (call.name === 'cells') {
    learnCells(memories[call.job.arena]!, call.job);
    return [];
  }
  const { kernel, memory } = memories[call.arena]!;
  if (call.name === 'scan') return [kernel.scan(...call.args)];
  kernel.nearest(...call.near);
  const queries = call.near[5];
  return call.best.map(([table, list, , ...rest], i) => {
    const found = kernel.scanList(table, list, foundNear(memory, queries + i * nearQueryBytes), ...rest);
    const words = call.words?.[i];
    if (words && matcher)
      matchWords(memory, words, new Uint32Array(memory.buffer, rest.at(-1), found), matcher);
    return found;
  });
}
