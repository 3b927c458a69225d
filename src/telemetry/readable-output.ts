import type { DestinationStream } from 'pino';

const colours: Record<string, number> = { fatal: 31, error: 31, warn: 33, info: 32, debug: 34, trace: 90 };

/** Log lines for people: time, level, message, then the fields, where the JSON line would be for a program. */
export class ReadableOutput implements DestinationStream {
  readonly #output: DestinationStream;
  readonly #colour: boolean;

  constructor(output: DestinationStream, colour: boolean) {
    this.#output = output;
    this.#colour = colour;
  }

  write(line: string): void {
    this.#output.write(`${readable(line, this.#colour)}\n`);
  }
}

/** One JSON line as a person reads it. Control characters stay escaped: what is logged may have come from anywhere. */
export function readable(line: string, colour = false): string {
  const { level = 'info', time = '', msg = '', err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const shown = Object.entries({ ...fields, ...shortError(err) }).map(
    ([name, value]) => `${paint(90, `${plain(name)}=`)}${shownValue(value)}`,
  );
  const head = `${paint(90, String(time).slice(11, 23))} ${paint(colours[String(level)] ?? 0, plain(level).padEnd(5))} ${plain(msg)}`;
  return [head, ...shown].join('  ') + stackOf(err);
}

function shortError(err: unknown): Record<string, unknown> {
  if (err === undefined) return {};
  return isError(err) ? { error: `${err['type'] ?? 'Error'}: ${err['message'] ?? ''}` } : { error: err };
}

/** On lines of its own, without the first, which repeats the message. */
function stackOf(err: unknown): string {
  if (!isError(err) || typeof err['stack'] !== 'string') return '';
  const lines = err['stack'].split('\n').filter((line) => /^\s+at /.test(line));
  return lines.map((line) => `\n      ${plain(line.trim())}`).join('');
}

function isError(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'message' in value;
}

function shownValue(value: unknown): string {
  if (typeof value !== 'string') return plain(JSON.stringify(value));
  return /^[\w./:@+-]+$/.test(value) ? value : plain(JSON.stringify(value));
}

function plain(value: unknown): string {
  return String(value).replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
