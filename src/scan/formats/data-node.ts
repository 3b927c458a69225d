/** Decoded JSON, YAML or TOML that remembers its lines. Objects are maps, so that `__proto__` is a key like any other. */
export class DataNode {
  /** 1-based line of the key (of the value, in a list). */
  readonly line: number;
  readonly value: DataValue;

  constructor(line: number, value: DataValue) {
    this.line = line;
    this.value = value;
  }

  get(key: string): DataNode | undefined {
    return this.value instanceof Map ? this.value.get(key) : undefined;
  }

  at(...keys: string[]): DataNode | undefined {
    let node: DataNode | undefined = this;
    for (const key of keys) node = node?.get(key);
    return node;
  }

  /** The text of a child, where it is a text. */
  text(key: string): string | undefined {
    return this.get(key)?.asText();
  }

  asText(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /** Also numbers: an unquoted version such as `1.10` in YAML has lost its zero, but `3` has not. */
  asScalar(): string | undefined {
    return typeof this.value === 'string' || typeof this.value === 'number' ? String(this.value) : undefined;
  }

  isTrue(key: string): boolean {
    const value = this.get(key)?.value;
    return value === true || value === 'true';
  }

  get isMap(): boolean {
    return this.value instanceof Map;
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  entries(): Iterable<[string, DataNode]> {
    return this.value instanceof Map ? this.value.entries() : [];
  }

  items(): readonly DataNode[] {
    return Array.isArray(this.value) ? this.value : [];
  }

  /** The entries of a child map; nothing where there is no such map. */
  entriesOf(key: string): Iterable<[string, DataNode]> {
    return this.get(key)?.entries() ?? [];
  }

  itemsOf(key: string): readonly DataNode[] {
    return this.get(key)?.items() ?? [];
  }

  /** The texts among the items of a child list. */
  textsOf(key: string): string[] {
    return this.itemsOf(key).flatMap((item) => item.asText() ?? []);
  }
}

export type DataValue = string | number | boolean | null | Map<string, DataNode> | DataNode[];
