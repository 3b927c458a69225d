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
  const text = bytes.toString('latin1', from, from + maxGap + maxValue);
  const found = fallback.exec(text) ?? secondArgument.exec(text);
  if (!found) return undefined;
  const start = from + found[0].length - found[2]!.length - 1;
  return { valueStart: start, valueEnd: start + found[2]!.length };
}

const fallback =
  /^[ \t]{0,8}[A-Za-z_$@][\w.$:]{0,60}(?:[[(]["']?[\w.-]{0,60}["']?[\])]){0,2}[ \t]{1,4}(?:\|\||\?\?|\?:|or)[ \t]{1,4}(["'`])((?:(?!\1)[^\\\n]){3,1200})\1/;

/** `getenv("NAME", "value")`, `config.get('name', 'value')`. */
const secondArgument =
  /^[ \t]{0,8}[A-Za-z_$@][\w.$:]{0,60}\(["'][\w.-]{1,60}["'],[ \t]{0,4}(?:default[ ]?=[ ]?)?(["'`])((?:(?!\1)[^\\\n]){3,1200})\1/;
