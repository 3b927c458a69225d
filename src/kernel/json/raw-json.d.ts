// Part of the language since 2025; the compiler's library does not know it yet.
interface JSON {
  /** A value that `JSON.stringify` writes as this text. */
  rawJSON(text: string): object;
  /** The context has the text of a primitive value. */
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}
