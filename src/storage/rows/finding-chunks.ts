import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Finding } from '../../scan/model/finding.ts';
import type { Row } from './row.ts';

/**
 * Findings are stored a hundred to a row and compressed: a tenth of the room, and a result of fifty thousand costs the
 * event loop many short moments instead of a long one.
 */
const chunkSize = 100;

export interface FindingChunk {
  suppressed: 0 | 1;
  /** The ids inside, each between line breaks, so that one can be looked for without unpacking. */
  ids: string;
  body: Uint8Array;
}

export async function packFindings(findings: readonly Finding[], suppressed: 0 | 1): Promise<FindingChunk[]> {
  const chunks: FindingChunk[] = [];
  for (let start = 0; start < findings.length; start += chunkSize) {
    const part = findings.slice(start, start + chunkSize);
    chunks.push({
      suppressed,
      ids: `\n${part.map(({ id }) => id).join('\n')}\n`,
      body: await compress(Buffer.from(JSON.stringify(part))),
    });
  }
  return chunks;
}

export async function unpackFindings(body: Uint8Array): Promise<Finding[]> {
  return JSON.parse((await decompress(body)).toString('utf8'));
}

/** The findings with these ids out of rows of `position` and `ids`; only the bodies that hold one of them are read. */
export async function pickFindings(
  rows: ReadonlyArray<{ position: number; ids: string }>,
  wanted: readonly string[],
  readBody: (position: number) => Promise<Uint8Array | undefined>,
): Promise<Finding[]> {
  const missing = new Set(wanted);
  const found = new Map<string, Finding>();
  for (const { position, ids } of rows) {
    if (missing.size === 0) break;
    const here = new Set(
      ids
        .slice(1, -1)
        .split('\n')
        .filter((id) => missing.has(id)),
    );
    if (here.size === 0) continue;
    const body = await readBody(position);
    // Deleted meanwhile.
    if (body === undefined) break;
    for (const finding of await unpackFindings(body)) {
      if (!here.has(finding.id) || !missing.delete(finding.id)) continue;
      found.set(finding.id, finding);
    }
  }
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** By scan; of rows that hold a finding. */
export function toSightings(rows: readonly Row[]): Map<string, 'open' | 'suppressed'> {
  return new Map(
    rows.map((row) => [String(row['scan_id']), Number(row['suppressed']) === 1 ? 'suppressed' : 'open']),
  );
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
