import { type ConfigNode, unknown } from './node.ts';

/**
 * How large a value may become that a file computes: sixty lines that double a text would otherwise fill the memory of the scanner. Nobody
 * writes longer ones; where one would be, the value is unknown. What is written out in the file itself is limited by the size of the file.
 */
export const maxComputedCharacters = 64 * 1024;
export const maxComputedItems = 10_000;
/** All texts of a computed collection together. */
const maxComputedTexts = 1024 * 1024;

interface Size {
  readonly items: number;
  readonly characters: number;
}

/** Measures the computed values of one project. A value that is used several times counts as often, since whoever walks it meets it as often. */
export class ComputedValues {
  /** By the list of parts: a value that is placed elsewhere keeps its list. */
  readonly #sizes = new WeakMap<object, Size>();

  /** The value itself, or unknown where it is too large. */
  bounded(node: ConfigNode): ConfigNode {
    const { items, characters } = this.#sizeOf(node);
    const limit = node.kind === 'scalar' ? maxComputedCharacters : maxComputedTexts;
    return items > maxComputedItems || characters > limit ? unknown('', node.line, node.endLine) : node;
  }

  #sizeOf(node: ConfigNode): Size {
    if (node.kind === 'scalar')
      return { items: 1, characters: typeof node.value === 'string' ? node.value.length : 0 };
    if (node.kind === 'unknown') return { items: 1, characters: node.text.length };
    const list = node.kind === 'mapping' ? node.entries : node.items;
    const known = this.#sizes.get(list);
    if (known) return known;
    let items = 1;
    let characters = 0;
    for (const part of list) {
      const size = this.#sizeOf('kind' in part ? part : part.value);
      items += size.items;
      characters += size.characters + ('kind' in part ? 0 : part.key.length);
      if (items > maxComputedItems || characters > maxComputedTexts) break;
    }
    const size = { items, characters };
    this.#sizes.set(list, size);
    return size;
  }
}

/** The parts one behind the other; undefined where that is too long. */
export function joinedText(parts: readonly string[], separator = ''): string | undefined {
  let length = separator.length * Math.max(0, parts.length - 1);
  for (const part of parts) length += part.length;
  return length > maxComputedCharacters ? undefined : parts.join(separator);
}

/** The text with each match replaced; undefined where that is too long. The expression needs the flag `g`. */
export function replacedText(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string,
): string | undefined {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    result += text.slice(end, match.index) + replacement(match);
    if (result.length > maxComputedCharacters) return undefined;
    end = match.index + match[0].length;
  }
  if (end === 0) return text;
  return result.length + text.length - end > maxComputedCharacters ? undefined : result + text.slice(end);
}
