import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Inventory } from '../../scan/model/inventory.ts';
import type { ScanEnding } from '../../scan/service/store.ts';
import { type FindingChunk, packFindings } from './finding-chunks.ts';
import { resultOf } from './scan-rows.ts';

/** How the end of a scan becomes columns. */

export interface PackedOutcome {
  chunks: FindingChunk[];
  inventory: Uint8Array | undefined;
}

/** Before the transaction begins: nobody has to wait for it. */
export async function packOutcome({ outcome }: ScanEnding): Promise<PackedOutcome> {
  if (outcome.status === 'failed') return { chunks: [], inventory: undefined };
  return {
    chunks: [
      ...(await packFindings(outcome.findings, 0)),
      ...(await packFindings(outcome.suppressedFindings, 1)),
    ],
    inventory: outcome.inventory && (await pack(Buffer.from(JSON.stringify(outcome.inventory)))),
  };
}

/** What is stored of an outcome in the row of its scan. */
export function endingColumns(outcome: ScanEnding['outcome'], { chunks, inventory }: PackedOutcome) {
  const completed = outcome.status === 'completed' ? outcome : undefined;
  const failed = outcome.status === 'failed' ? outcome : undefined;
  const result = completed && JSON.stringify(resultOf(completed));
  return {
    commit: completed?.commit ?? null,
    error: failed?.error ?? null,
    errorCode: failed?.errorCode ?? null,
    result: result ?? null,
    bytes: chunks.reduce(
      (sum, { ids, body }) => sum + ids.length + body.length,
      (result?.length ?? 0) + (inventory?.length ?? 0),
    ),
  };
}

export async function unpackInventory(body: Uint8Array): Promise<Inventory> {
  return JSON.parse(String(await unpack(body)));
}

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);
