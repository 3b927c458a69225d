import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Invocation, textOption, UsageError } from '../command.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { notWritten, Replacement } from '../output/replacement.ts';
import { foreignLines } from './foreign-lines.ts';
import { type ExportedEntry, markdownOf } from './markdown-export.ts';

/** `lorekeep memory import` and `export`: files of any size, a part at a time. */

/** Large parts, because without a running service each of them opens the data folder and the model again. */
const partUnits = 8 * 1024 * 1024;
const partLines = 20_000;

interface ImportResult {
  read: number;
  written: number;
  replaced: number;
  unchanged: number;
  expired: number;
  /** What the guard of the namespace said about entries; absent for none. */
  flagged?: number;
  rejected?: number;
  /** Records without text, in what another program exported. */
  withoutText?: number;
}

export async function importFile(
  invocation: Invocation,
  tenant: string,
  namespace: string,
  file: string,
): Promise<number> {
  const { terminal, options, operate } = invocation;
  const fromLine = Number(textOption(invocation, 'from-line') ?? 1);
  if (!Number.isSafeInteger(fromLine) || fromLine < 1)
    throw new UsageError('--from-line is a number of a line.');
  const bar = createProgressBar(terminal, 'Importing');
  const totalBytes = file === '-' ? undefined : await sizeOf(file);
  const total: ImportResult = { read: 0, written: 0, replaced: 0, unchanged: 0, expired: 0 };
  if (formatOf(invocation) !== 'lorekeep') total.withoutText = 0;
  let doneBytes = 0;
  const skip = () => {
    total.withoutText = (total.withoutText ?? 0) + 1;
  };
  for await (const part of partsOf(linesOf(invocation, file, skip))) {
    const lines = part.lines.slice(Math.max(0, fromLine - 1 - part.linesBefore));
    const skipped = part.lines.length - lines.length;
    if (lines.length > 0) {
      const result = await operate<ImportResult>(
        'memory.import',
        { tenant, namespace, lines: lines.join('\n'), linesBefore: part.linesBefore + skipped },
        ({ lastLine }) => {
          const share = (Number(lastLine) - part.linesBefore) / part.lines.length;
          bar.update(doneBytes + share * part.bytes, totalBytes);
        },
      );
      for (const name of names) total[name] += result[name];
      for (const name of guardCounts) if (result[name]) total[name] = (total[name] ?? 0) + result[name];
    }
    doneBytes += part.bytes;
    bar.update(doneBytes, totalBytes);
  }
  bar.end();
  if (total.read === 0 && total.withoutText)
    throw new Error(
      `none of the ${total.withoutText} records has text; say where it is with --text-field or --map content=FIELD.`,
    );
  if (options['json']) terminal.out(JSON.stringify(total, null, 2));
  else {
    terminal.say(summaryOf(total));
  }
  return 0;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    throw new UsageError(`there is no file ${file} that can be read.`);
  }
}

const guardCounts = ['flagged', 'rejected'] as const;
const names = ['read', 'written', 'replaced', 'unchanged', 'expired'] as const;

function summaryOf(result: ImportResult): string {
  const { written, replaced, unchanged, expired, withoutText = 0, flagged = 0, rejected = 0 } = result;
  const parts = [`Imported ${written} ${written === 1 ? 'entry' : 'entries'}`];
  if (replaced > 0) parts.push(`, ${replaced} of them over older ones`);
  parts.push('.');
  if (unchanged > 0)
    parts.push(` ${unchanged} ${unchanged === 1 ? 'was' : 'were'} there already, just the same.`);
  if (expired > 0) parts.push(` ${expired} had expired and ${expired === 1 ? 'was' : 'were'} skipped.`);
  if (withoutText > 0)
    parts.push(` ${withoutText} had no text and ${withoutText === 1 ? 'was' : 'were'} skipped.`);
  if (flagged > 0)
    parts.push(
      ` ${flagged} ${flagged === 1 ? 'holds' : 'hold'} something that the guard flagged or redacted.`,
    );
  if (rejected > 0)
    parts.push(` ${rejected} ${rejected === 1 ? 'was' : 'were'} rejected by the guard and not imported.`);
  return parts.join('');
}

export async function exportNamespace(
  { operate, terminal, options }: Invocation,
  tenant: string,
  namespace: string,
  file: string,
): Promise<number> {
  const format = options['format'] ?? 'lorekeep';
  if (format !== 'lorekeep' && format !== 'markdown')
    throw new UsageError('--format of an export is lorekeep or markdown.');
  const write = format === 'markdown' ? markdownOf : (entry: object) => `${JSON.stringify(entry)}\n`;
  const bar = createProgressBar(terminal, 'Exported');
  let count = 0;
  const lines = async function* () {
    let after: string | null = null;
    do {
      const page: { items: ExportedEntry[]; next: string | null } = await operate('memory.export', {
        tenant,
        namespace,
        after,
      });
      // An empty file in the place of an earlier export would look like one.
      if (after === null && page.items.length === 0)
        await operate<unknown>('memory.namespace', { tenant, namespace });
      for (const item of page.items) yield write(item);
      count += page.items.length;
      bar.update(count);
      after = page.next;
    } while (after !== null);
  };
  if (file === '-') {
    try {
      await pipeline(lines(), process.stdout, { end: false });
    } catch (error) {
      // Whoever reads has seen enough.
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
      throw error;
    }
  } else await writeStream(file, lines());
  bar.end();
  terminal.say(`Exported ${count} ${count === 1 ? 'entry' : 'entries'}.`);
  return 0;
}

/** An export that breaks off leaves the earlier one as it was. */
async function writeStream(file: string, lines: AsyncIterable<string>): Promise<void> {
  const replacement = new Replacement(file);
  let missed: unknown;
  const watched = async function* () {
    try {
      yield* lines;
    } catch (error) {
      missed = error;
      throw error;
    }
  };
  try {
    await pipeline(watched(), createWriteStream(replacement.path, { mode: replacement.mode ?? 0o600 }));
    replacement.finish();
  } catch (error) {
    replacement.abandon();
    throw missed ?? notWritten(file, error as Error);
  }
}

function formatOf(invocation: Invocation): string {
  return textOption(invocation, 'from') ?? 'lorekeep';
}

async function* linesOf(invocation: Invocation, file: string, skip: () => void): AsyncGenerator<string> {
  const format = formatOf(invocation);
  const input = bytesOf(file);
  if (format === 'lorekeep') yield* splitLines(input);
  else yield* foreignLines(invocation, format, decoded(input), splitLines(input), skip);
}

/** Opened by whoever reads first: a wrong format is said before a file is missed. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* file === '-' ? process.stdin : createReadStream(file);
}

/** Lines end with a newline and nothing else: Node's own reader also ends them where a text has U+2028, which JSON leaves as it is. */
async function* splitLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun = '';
  for await (const text of decoded(input)) {
    const lines = (begun + text).split('\n');
    begun = lines.pop()!;
    yield* lines;
  }
  if (begun !== '') yield begun;
}

async function* decoded(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of input) yield decode(decoder, chunk);
  yield decode(decoder);
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new UsageError('the file is not text in UTF-8.');
  }
}

interface Part {
  lines: string[];
  linesBefore: number;
  bytes: number;
}

async function* partsOf(lines: AsyncIterable<string>): AsyncGenerator<Part> {
  let part: Part = { lines: [], linesBefore: 0, bytes: 0 };
  for await (const line of lines) {
    part.lines.push(line);
    part.bytes += Buffer.byteLength(line) + 1;
    if (part.lines.length === partLines || part.bytes >= partUnits) {
      yield part;
      part = { lines: [], linesBefore: part.linesBefore + part.lines.length, bytes: 0 };
    }
  }
  if (part.lines.length > 0) yield part;
}
