import { parseJsonExactly } from '../../kernel/json/exact-parse.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import { readChroma } from '../../memory/import/chroma.ts';
import { readChatGpt, readClaude } from '../../memory/import/conversations.ts';
import { readCsv } from '../../memory/import/csv.ts';
import { ForeignFormatError, type ForeignRecord } from '../../memory/import/foreign-entry.ts';
import { readLangChain } from '../../memory/import/langchain.ts';
import { mapRecord, parseFieldMap } from '../../memory/import/mapped-records.ts';
import { readMcpMemory } from '../../memory/import/mcp-memory.ts';
import { readMem0 } from '../../memory/import/mem0.ts';
import { readQdrant } from '../../memory/import/qdrant.ts';
import { readSupermemory } from '../../memory/import/supermemory.ts';
import { type Invocation, listOption, textOption, UsageError } from '../command.ts';

/** Formats that are read as a whole. */
const wholeFormats: Record<string, (text: string, textField?: string) => Iterable<ForeignRecord>> = {
  mem0: readMem0,
  chroma: readChroma,
  'mcp-memory': readMcpMemory,
  qdrant: readQdrant,
  supermemory: readSupermemory,
  langchain: readLangChain,
  chatgpt: readChatGpt,
  claude: readClaude,
};

export const foreignFormats: readonly string[] = [...Object.keys(wholeFormats), 'csv', 'jsonl'];

/**
 * Lines of our own format made from what another program exported; calls `skip` for every record without text. CSV and JSON lines are
 * read a record at a time, whatever their size. What is no entry is an empty line: an error then names the line, or the row or record, of the file.
 */
export async function* foreignLines(
  invocation: Invocation,
  format: string,
  chunks: AsyncIterable<string>,
  lines: AsyncIterable<string>,
  skip: () => void,
): AsyncGenerator<string> {
  if (format === 'csv' || format === 'jsonl') {
    const records = format === 'csv' ? readCsv(chunks) : readJsonLines(lines);
    yield* mapped(invocation, records, { isRow: format === 'csv' }, skip);
    return;
  }
  const read = Object.hasOwn(wholeFormats, format) ? wholeFormats[format] : undefined;
  if (!read) {
    const meant = nearestName(format, ['lorekeep', ...foreignFormats]);
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    throw new UsageError(`--from is lorekeep, ${foreignFormats.join(', ')}.${hint}`);
  }
  let text = '';
  for await (const chunk of chunks) text += chunk;
  for (const entry of read(text, textOption(invocation, 'text-field'))) {
    if (!entry) skip();
    yield entry ? JSON.stringify(entry) : '';
  }
}

async function* mapped(
  invocation: Invocation,
  records: AsyncIterable<JsonObject | undefined>,
  kind: { isRow: boolean },
  skip: () => void,
): AsyncGenerator<string> {
  const map = parseFieldMap(listOption(invocation, 'map') ?? []);
  let number = 0;
  for await (const record of records) {
    const entry = record && mapRecord(record, map, ++number, kind);
    if (record && !entry) skip();
    yield entry ? JSON.stringify(entry) : '';
  }
}

async function* readJsonLines(lines: AsyncIterable<string>): AsyncGenerator<JsonObject | undefined> {
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') {
      yield undefined;
      continue;
    }
    let value: unknown;
    try {
      value = parseJsonExactly(line);
    } catch {
      throw new ForeignFormatError(`Line ${number} is not JSON.`);
    }
    if (!isJsonObject(value as JsonObject)) throw new ForeignFormatError(`Line ${number} is not an object.`);
    yield value as JsonObject;
  }
}
