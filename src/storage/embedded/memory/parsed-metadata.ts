import { parseStoredJson } from '../../../kernel/json/exact-parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';

/** So many different texts are remembered, and none that is longer. */
const mostKnown = 4_096;
const longestKnown = 512;

/**
 * Metadata by its text. Entries of a namespace often have the same, which is then parsed once for all that are read in a row. They share it, so that nobody may change it.
 */
export class ParsedMetadata {
  #known = new Map<string, JsonObject>();

  of(text: string): JsonObject {
    if (text.length > longestKnown) return parseStoredJson(text) as JsonObject;
    let metadata = this.#known.get(text);
    if (metadata) return metadata;
    metadata = parseStoredJson(text) as JsonObject;
    freeze(metadata);
    if (this.#known.size >= mostKnown) this.#known = new Map();
    this.#known.set(text, metadata);
    return metadata;
  }
}

/** A text of this length is not deep. */
function freeze(value: JsonValue): void {
  if (!Array.isArray(value) && !isJsonObject(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner as JsonValue);
}
