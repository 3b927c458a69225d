import type { Value } from './assigned-value.ts';
import { isBlank, matches } from './assignment-characters.ts';

const maxGap = 48;
const maxValue = 1200;

/** `<password>x</password>`, `<Pass encoding="base64">x</Pass>`, `<string name="api_key">x</string>`, `<key>token</key><string>x</string>`. */
export function elementText(
  bytes: Uint8Array,
  from: number,
  nameStart: number,
  closed: boolean,
): Value | undefined {
  if (!closed && bytes[nameStart - 1] !== 0x3c) return undefined;
  let at = from;
  while (
    at < from + 100 &&
    bytes[at] !== undefined &&
    bytes[at] !== 0x3e &&
    bytes[at] !== 0x3c &&
    bytes[at] !== 0x0a
  )
    at++;
  if (bytes[at] !== 0x3e || bytes[at - 1] === 0x2f) return undefined;
  return textUntilTag(bytes, at + 1);
}

/** A property list names its values in an element of its own: `<key>name</key><string>value</string>`. */
export function readListedValue(bytes: Uint8Array, nameEnd: number): Value | undefined {
  if (!matches(bytes, nameEnd, '</key>')) return undefined;
  let at = nameEnd + 6;
  for (
    const end = at + maxGap;
    at < end && (isBlank(bytes[at]) || bytes[at] === 0x0a || bytes[at] === 0x0d);
  )
    at++;
  return matches(bytes, at, '<string>') ? textUntilTag(bytes, at + 8) : undefined;
}

/** What is between two tags; it may have a line of its own. */
function textUntilTag(bytes: Uint8Array, from: number): Value | undefined {
  const verbatim = matches(bytes, from, '<![CDATA[');
  const opened = verbatim ? from + 9 : from;
  const start = skipSpace(bytes, opened);
  let end = start;
  while (end < start + maxValue && bytes[end] !== undefined && bytes[end] !== 0x3c && bytes[end] !== 0x0a)
    end++;
  const close = start > opened || bytes[end] === 0x0a ? skipSpace(bytes, end) : end;
  // Only the tag that closes the element ends its text: `List<Token>(other<T>)` is code.
  if (bytes[close] !== 0x3c || bytes[close + 1] !== 0x2f) return undefined;
  if (verbatim) {
    if (!matches(bytes, end - 3, ']]>')) return undefined;
    end -= 3;
  }
  while (end > start && bytes[end - 1]! <= 0x20) end--;
  return { valueStart: start, valueEnd: end, quoted: true, operator: 'element', continues: false };
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < from + maxGap && bytes[at] !== undefined && bytes[at]! <= 0x20) at++;
  return at;
}
