/** Where a command writes: results to one place, everything said along the way to another. */
export interface Terminal {
  /** For the result, and nothing else. */
  out(text: string): void;
  /** For progress, remarks and errors. */
  say(text: string): void;
  /** True when a person is watching: progress may move and text may be coloured. */
  readonly interactive: boolean;
  readonly colour: boolean;
  /** What kept a result from being written, as a full disk does; undefined where all of it was. */
  lost?(): Promise<Error | undefined>;
  /** How wide it is; absent where nobody knows, as for a file or a pipe. */
  readonly columns?: number | undefined;
}

export function processTerminal(): Terminal {
  let lost: Error | undefined;
  process.stdout.on('error', (error) => {
    if (!isClosedPipe(error)) lost ??= error;
  });
  // Nothing that is said along the way is worth the result.
  process.stderr.on('error', () => {});
  return {
    out: (text) => process.stdout.write(`${text}\n`),
    say: (text) => process.stderr.write(`${text}\n`),
    // A stream reports what happened once whoever wrote has had its turn.
    lost: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return lost;
    },
    interactive: process.stderr.isTTY === true,
    colour: process.stdout.isTTY === true && !process.env['NO_COLOR'],
    columns: columnsOf(process.env['COLUMNS']) ?? process.stdout.columns,
  };
}

/** What a build sets, where its log has a width that no program can ask for. */
function columnsOf(text: string | undefined): number | undefined {
  const columns = Number(text);
  return Number.isInteger(columns) && columns > 0 ? columns : undefined;
}

/** Whoever reads may stop, as `| head` does; the command ends as it would have, with its own exit code. */
function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE';
}

const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Colours text where a person will see it and leaves it alone where a program will. */
export function paint(terminal: Terminal, style: keyof typeof styles, text: string): string {
  if (!terminal.colour) return text;
  const [on, off] = styles[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Text that came from elsewhere, made harmless for a terminal: control characters become visible. */
export function plain(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (unit) =>
    unit === '\t' ? '  ' : `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** Rows as aligned columns. */
export function table(rows: string[][]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!))).join('  '))
    .join('\n');
}
