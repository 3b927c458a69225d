/**
 * What every configuration language becomes before rules look at it: values with the lines they came from. A value that
 * cannot be known without running something (a remote variable, a template call) is `unknown`, and no rule may guess it.
 */
export type ConfigNode = ScalarNode | MappingNode | SequenceNode | UnknownNode;

export type ScalarValue = string | number | boolean | null;

interface Place {
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** A YAML tag such as `!Ref`, without the shorthand of the core schema. */
  readonly tag?: string;
}

export interface ScalarNode extends Place {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
}

export interface MappingEntry {
  readonly key: string;
  readonly line: number;
  readonly value: ConfigNode;
}

export interface MappingNode extends Place {
  readonly kind: 'mapping';
  readonly entries: readonly MappingEntry[];
}

export interface SequenceNode extends Place {
  readonly kind: 'sequence';
  readonly items: readonly ConfigNode[];
}

export interface UnknownNode extends Place {
  readonly kind: 'unknown';
  /** The source text of the value where it helps a rule, such as `aws_kms_key.main.arn`. */
  readonly text: string;
}

/** The entry of a key; the last one wins, as in every parser that does not refuse duplicates. */
export function entryOf(node: ConfigNode | undefined, key: string): MappingEntry | undefined {
  return node?.kind === 'mapping' ? node.entries.findLast((entry) => entry.key === key) : undefined;
}

export function child(node: ConfigNode | undefined, ...keys: string[]): ConfigNode | undefined {
  let current = node;
  for (const key of keys) current = entryOf(current, key)?.value;
  return current;
}

/** The elements of a sequence; a single value counts as a sequence of one, since most formats allow both. */
export function items(node: ConfigNode | undefined): readonly ConfigNode[] {
  if (!node || isNull(node)) return [];
  return node.kind === 'sequence' ? node.items : [node];
}

export function entries(node: ConfigNode | undefined): readonly MappingEntry[] {
  return node?.kind === 'mapping' ? node.entries : [];
}

export function text(node: ConfigNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || node.value === null) return undefined;
  return String(node.value);
}

export function isNull(node: ConfigNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** True for `true` and for the words that the formats accept in its place. */
export function isTrue(node: ConfigNode | undefined): boolean {
  return node?.kind === 'scalar' && /^(?:true|yes|on|enabled)$/i.test(String(node.value));
}

export function isFalse(node: ConfigNode | undefined): boolean {
  return node?.kind === 'scalar' && /^(?:false|no|off|disabled)$/i.test(String(node.value));
}

export function scalar(value: ScalarValue, line: number, endLine = line): ScalarNode {
  return { kind: 'scalar', value, line, endLine };
}

export function mapping(members: readonly MappingEntry[], line: number, endLine = line): MappingNode {
  return { kind: 'mapping', entries: members, line, endLine };
}

export function sequence(members: readonly ConfigNode[], line: number, endLine = line): SequenceNode {
  return { kind: 'sequence', items: members, line, endLine };
}

/** The same mapping or sequence with each part changed; anything else has no parts. */
export function mapParts(node: ConfigNode, change: (part: ConfigNode) => ConfigNode): ConfigNode {
  if (node.kind === 'mapping') {
    const members = node.entries.map((entry) => ({ ...entry, value: change(entry.value) }));
    return mapping(members, node.line, node.endLine);
  }
  return node.kind === 'sequence' ? sequence(node.items.map(change), node.line, node.endLine) : node;
}

export function unknown(sourceText: string, line: number, endLine = line): UnknownNode {
  return { kind: 'unknown', text: sourceText, line, endLine };
}

/** The plain value, for tests and for comparing whole structures; unknown parts become `undefined`. */
export function plainValue(node: ConfigNode | undefined): unknown {
  switch (node?.kind) {
    case 'scalar':
      return node.value;
    case 'sequence':
      return node.items.map(plainValue);
    case 'mapping':
      return Object.fromEntries(node.entries.map((entry) => [entry.key, plainValue(entry.value)]));
    default:
      return undefined;
  }
}
