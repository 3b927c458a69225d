import { ExactNumber } from '../../kernel/json/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';

/** A text inside of metadata: where it is, and where it is in the text that is inspected. A long one is not in that text. */
export interface MetadataPart {
  path: readonly string[];
  value: string;
  start: number;
  end: number;
}

/** Metadata as a text with an assignment on each line, so that a detector sees what a value is called. */
export interface MetadataText {
  text: string;
  values: MetadataPart[];
  keys: MetadataPart[];
}

/** A longer value is a text, not something that has a name. */
const longestNamed = 200;

/** A shorter number is no card, phone or account number. */
const leastDigits = 8;

export function metadataText(metadata: JsonObject): MetadataText {
  const result: MetadataText = { text: '', values: [], keys: [] };
  addMembers(metadata, [], result);
  return result;
}

function addMembers(object: JsonObject, path: readonly string[], result: MetadataText): void {
  for (const key of Object.keys(object)) {
    const place = [...path, key];
    const start = result.text.length;
    result.text += `${key} = `;
    result.keys.push({ path: place, value: key, start, end: start + key.length });
    addValue(object[key]!, place, result);
    result.text += '\n';
  }
}

function addValue(value: JsonValue, path: readonly string[], result: MetadataText): void {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) addValue(item, [...path, String(i)], result);
    return;
  }
  const text = textOf(value);
  if (text !== undefined) {
    const start = result.text.length + 1;
    if (text.length < longestNamed) result.text += `"${text}" `;
    result.values.push({
      path,
      value: text,
      start,
      end: start + (text.length < longestNamed ? text.length : 0),
    });
  } else if (isJsonObject(value)) {
    result.text += '\n';
    addMembers(value, path, result);
  }
}

function textOf(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  const digits = value instanceof ExactNumber ? value.source : typeof value === 'number' ? String(value) : '';
  return digits.length >= leastDigits ? digits : undefined;
}

/** A copy in which some texts are others; `texts` has them by their JSON Pointer. */
export function withTexts(metadata: JsonObject, texts: ReadonlyMap<string, string>): JsonObject {
  const copy = (value: JsonValue, path: readonly string[]): JsonValue => {
    const text = texts.get(pointer(path));
    if (text !== undefined) return text;
    if (Array.isArray(value)) return value.map((item, i) => copy(item, [...path, String(i)]));
    if (!isJsonObject(value)) return value;
    const object: JsonObject = {};
    // Not an assignment: a key may be `__proto__`.
    for (const key of Object.keys(value))
      Object.defineProperty(object, key, {
        value: copy(value[key]!, [...path, key]),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    return object;
  };
  return copy(metadata, []) as JsonObject;
}

/** Below `/metadata`. */
export function pointer(path: readonly string[]): string {
  return path.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
