import { createHash } from 'node:crypto';
import type { Row } from '../rows/row.ts';
import { type Table, tables } from './tables.ts';

/** A place that tables can be read from, all as of one moment. */
export interface TableSource {
  count(table: Table): Promise<number>;
  read(table: Table): AsyncIterable<Row[]>;
}

/** A place that tables can be written to. */
export interface TableTarget extends TableSource {
  isEmpty(): Promise<boolean>;
  write(table: Table, rows: readonly Row[]): Promise<void>;
  /** Called when all rows are there. */
  finish(): Promise<void>;
}

export interface TableDigest {
  table: string;
  rows: number;
  digest: string;
}

/** What is wrong with the place that data should go to, or with the copy. */
export class TransferError extends Error {}

/** Copies every row, and then reads every row of the copy: whatever differs is an error. The source is not changed. */
export async function copyTables(
  source: TableSource,
  target: TableTarget,
  report: (done: number, total: number) => void,
): Promise<TableDigest[]> {
  if (!(await target.isEmpty())) {
    throw new TransferError('There is data at the target already; name one that holds none.');
  }
  // Every row is written once and read back once.
  let total = 0;
  for (const table of tables) total += 2 * (await source.count(table));
  let done = 0;
  const progress = (rows: number) => {
    done += rows;
    report(Math.min(done, total), total);
  };
  const digests: TableDigest[] = [];
  for (const table of tables) {
    const digest = new RowDigest(table);
    for await (const rows of source.read(table)) {
      digest.add(rows);
      await target.write(table, rows);
      progress(rows.length);
    }
    digests.push(digest.result());
  }
  await target.finish();
  for (const [i, table] of tables.entries()) {
    const digest = new RowDigest(table);
    for await (const rows of target.read(table)) {
      digest.add(rows);
      progress(rows.length);
    }
    const [was, is] = [digests[i]!, digest.result()];
    if (was.rows !== is.rows || was.digest !== is.digest) {
      throw new TransferError(
        `The copy of ${table.name} differs: ${was.rows} rows were read and ${is.rows} are there, or some changed on the way.`,
      );
    }
  }
  return digests;
}

/** A digest of rows whatever their order: the digests of single rows, added up. */
class RowDigest {
  readonly #table: Table;
  readonly #sum = new Uint32Array(8);
  #rows = 0;

  constructor(table: Table) {
    this.#table = table;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const hash = createHash('sha256');
      for (const column of this.#table.columns) updateWith(hash, row[column]);
      const words = new Uint32Array(new Uint8Array(hash.digest()).buffer);
      words.forEach((word, i) => {
        this.#sum[i] = (this.#sum[i]! + word) >>> 0;
      });
      this.#rows++;
    }
  }

  result(): TableDigest {
    const digest = Buffer.from(this.#sum.buffer).toString('hex');
    return { table: this.#table.name, rows: this.#rows, digest };
  }
}

/** With kind and length of each value, so that two rows that differ never give the same bytes. */
function updateWith(hash: ReturnType<typeof createHash>, value: unknown): void {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value ?? ''));
  const kind =
    value === null || value === undefined ? 'null' : value instanceof Uint8Array ? 'bytes' : typeof value;
  hash.update(`${kind} ${bytes.length} `).update(bytes);
}
