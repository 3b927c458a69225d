import { canonicalNumber } from '../../kernel/json/exact-number.ts';
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { PathKeys } from './path-keys.ts';

/** By which keys an entry is listed, in the order in which it is added to the lists. */
export interface ListedKeys {
  readonly values: number[];
  /** Of lists in which every slot has a number: the key and the number, in turns. */
  readonly numbers: number[];
}

/** Texts of so many different metadata are remembered, of all namespaces together, and none that is longer. */
const mostKnown = 4_096;
const longestKnown = 512;
let known = new Map<string, ListedKeys>();

/** For a value at a path. */
export function listedKeys(path: PathKeys, value: JsonValue): ListedKeys {
  const keys: ListedKeys = { values: [], numbers: [] };
  addKeys(keys, path, value);
  return keys;
}

/** For metadata, of which the text as JSON is at hand or not. Entries often have the same: then it is worked out once. */
export function keysOfMetadata(metadata: JsonObject, text: string | undefined): ListedKeys {
  const path = PathKeys.of(['metadata']);
  if (text === undefined || text.length > longestKnown) return listedKeys(path, metadata);
  let keys = known.get(text);
  if (keys) return keys;
  keys = listedKeys(path, metadata);
  if (known.size >= mostKnown) known = new Map();
  known.set(text, keys);
  return keys;
}

/** Gives the value's canonical text. */
function addKeys(keys: ListedKeys, path: PathKeys, value: JsonValue): string {
  const canonical = addInside(keys, path, value);
  keys.values.push(path.exists, path.equals(canonical));
  return canonical;
}

/** Adds what is within a value, and gives the value's canonical text. */
function addInside(keys: ListedKeys, path: PathKeys, value: JsonValue): string {
  if (Array.isArray(value)) {
    const items = value.map(canonicalJson);
    for (const item of new Set(items)) keys.values.push(path.contains(item));
    return `[${items.join()}]`;
  }
  if (isJsonObject(value)) {
    // One text that grows costs less than an array of parts for every entry.
    let members = '';
    for (const key of sortedKeys(value)) {
      const member = path.member(key);
      members += `${members === '' ? '' : ','}${member.name}:${addKeys(keys, member, value[key]!)}`;
    }
    return `{${members}}`;
  }
  if (isJsonNumber(value)) {
    if (typeof value !== 'number') keys.values.push(path.nearNumbers);
    keys.numbers.push(path.numbers, Number(value));
  }
  if (typeof value === 'string') keys.values.push(path.strings);
  return canonicalJson(value);
}

function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  for (let i = 1; i < keys.length; i++) if (keys[i - 1]! > keys[i]!) return keys.sort();
  return keys;
}

/** One text for values that are equal as JSON: keys sorted, and -0 written as 0. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (isJsonNumber(value)) return canonicalNumber(value);
  if (!isJsonObject(value)) return JSON.stringify(value);
  const object: JsonObject = value;
  const members = sortedKeys(object).map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key]!)}`);
  return `{${members.join()}}`;
}
