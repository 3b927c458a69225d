const maxGap = 120;
const maxValue = 1200;

/**
 * The value that stands in when a setting is missing: `process.env.KEY || 'value'`, `get(x) ?? "value"`, `ENV['KEY'] or 'value'`. The text before the
 * operator is an expression without a literal of its own; all of it is on one line.
 */
export function readFallback(
  bytes: Buffer,
  from: number,
): { valueStart: number; valueEnd: number } | undefined {
  if (!mayFallBack(bytes, from)) return undefined;
  const text = bytes.toString('latin1', from, endOfLine(bytes, from));
  const found = fallback.exec(text) ?? secondArgument.exec(text);
  if (!found) return undefined;
  const start = from + found[0].length - found[2]!.length - 1;
  return { valueStart: start, valueEnd: start + found[2]!.length };
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  const last = Math.min(bytes.length, from + maxGap + maxValue);
  while (at < last && bytes[at] !== 0x0a) at++;
  return at;
}

/** A name, and behind it a bracket or an operator: most assignments are ruled out by what is behind their first name. */
function mayFallBack(bytes: Buffer, from: number): boolean {
  let at = from;
  const end = Math.min(bytes.length, from + maxGap);
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  while (at < end && expressionBytes[bytes[at]!] === 1) at++;
  if (bytes[at] === 0x28 || bytes[at] === 0x5b) return true;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return at < end && (bytes[at] === 0x7c || bytes[at] === 0x3f || bytes[at] === 0x6f);
}

const expressionBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\w.$:@]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

const fallback =
  /^[ \t]{0,8}[A-Za-z_$@][\w.$:]{0,60}(?:[[(]["']?[\w.-]{0,60}["']?[\])]){0,2}[ \t]{1,4}(?:\|\||\?\?|\?:|or)[ \t]{1,4}(["'`])((?:(?!\1)[^\\\n]){3,1200})\1/;

/** `getenv("NAME", "value")`, `config.get('name', 'value')`. */
const secondArgument =
  /^[ \t]{0,8}[A-Za-z_$@][\w.$:]{0,60}\(["'][\w.-]{1,60}["'],[ \t]{0,4}(?:default[ ]?=[ ]?)?(["'`])((?:(?!\1)[^\\\n]){3,1200})\1/;
