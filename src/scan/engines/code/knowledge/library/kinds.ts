import type { RuleIndex } from '../index-rules.ts';
import type { RuleMeta } from '../rule-types.ts';

/** A kind of weakness that library files have sinks and settings for: the rule without its language. */
export interface Kind {
  readonly rule: RuleMeta;
  /** What data does harm to; absent where the rule follows no data. */
  readonly label: string | undefined;
}

/** `sql-injection` for the rule `python-sql-injection`. */
export function kindsOf(index: RuleIndex, folder: string): Map<string, Kind> {
  const labels = new Map<number, string>();
  for (const part of index.parts)
    if (part.kind === 'sink' && !labels.has(part.rule))
      labels.set(part.rule, String(index.items[part.item]!['label']));
  return new Map(
    index.rules.map((rule, at) => [rule.id.slice(folder.length + 1), { rule, label: labels.get(at) }]),
  );
}
