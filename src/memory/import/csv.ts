import type { JsonObject } from '../../kernel/json.ts';
import { ForeignFormatError } from './foreign-entry.ts';

const maxFieldLength = 2 * 1024 * 1024;

/**
 * Records of a CSV file (RFC 4180) by the names in its first row, as the file is read: only one record is held. Quotes are doubled inside of
 * quotes; a field may hold newlines; rows may end with or without a carriage return. The row of names and empty rows are no records, but count.
 */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<JsonObject | undefined> {
  let names: string[] | undefined;
  let count = 0;
  for await (const row of rowsOf(chunks)) {
    count++;
    if (!names) {
      names = row.map((name, i) => (i === 0 ? name.replace(/^\ufeff/, '') : name));
      yield undefined;
    } else if (row.length === 1 && row[0] === '') yield undefined;
    else if (row.length !== names.length)
      throw new ForeignFormatError(
        `Row ${count} has ${row.length} fields; the first row has ${names.length}.`,
      );
    else yield Object.fromEntries(row.map((value, i) => [names![i]!, value]));
  }
}

async function* rowsOf(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let row: string[] = [];
  let field = '';
  let quoted = false;
  /** The field had quotes: all that was in them is its own. */
  let wasQuoted = false;
  /** A quote inside of quotes was seen; the next character says whether it ended them. */
  let pending = false;
  let begun = false;
  for await (const chunk of chunks) {
    for (const character of chunk) {
      if (pending) {
        pending = false;
        if (character === '"') {
          field += '"';
          continue;
        }
        quoted = false;
      }
      if (quoted) {
        if (character === '"') pending = true;
        else field += character;
      } else if (character === '"' && field === '' && !wasQuoted) {
        quoted = true;
        wasQuoted = true;
      } else if (character === ',') {
        row.push(field);
        field = '';
        wasQuoted = false;
        begun = true;
        continue;
      } else if (character === '\n') {
        row.push(field.endsWith('\r') && !wasQuoted ? field.slice(0, -1) : field);
        yield row;
        row = [];
        field = '';
        wasQuoted = false;
        begun = false;
        continue;
      } else if (!(wasQuoted && character === '\r')) field += character;
      begun = true;
      if (field.length > maxFieldLength)
        throw new ForeignFormatError('A field has more than 2 MiB; is a quote missing?');
    }
  }
  if (quoted && !pending) throw new ForeignFormatError('The file ends inside of quotes.');
  if (begun) {
    row.push(field);
    yield row;
  }
}
