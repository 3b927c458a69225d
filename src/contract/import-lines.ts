import type { ImportedEntry } from '../memory/transfer.ts';
import { importLine } from './memory-schemas.ts';
import { type LineNumbers, readNdjson } from './ndjson.ts';

/** The entries on the lines of an import, each with its line number for messages. */
export async function* importedEntries(
  source: AsyncIterable<Uint8Array>,
  numbers: LineNumbers,
): AsyncGenerator<ImportedEntry> {
  for await (const { line, value } of readNdjson(source, importLine, numbers)) {
    const { namespace: _, flags: __, ...entry } = value;
    yield { ...entry, line };
  }
}
