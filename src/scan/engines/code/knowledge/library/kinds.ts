import type { RuleIndex } from '../index-rules.ts';
import type { RawItem } from '../rule-file.ts';
import type { RuleMeta } from '../rule-types.ts';

/** A kind of weakness that library files have sinks and settings for: the rule without its language. */
export interface Kind {
  readonly rule: RuleMeta;
  /** What data does harm to; absent where the rule follows no data. */
  readonly label: string | undefined;
  /** The kinds of sources that count, where the rule names them. */
  readonly sources?: unknown;
}

/** `sql-injection` for the rule `python-sql-injection`. */
export function kindsOf(index: RuleIndex, folder: string): Map<string, Kind> {
  const first = new Map<number, RawItem>();
  for (const part of index.parts)
    if (part.kind === 'sink' && !first.has(part.rule)) first.set(part.rule, index.items[part.item]!);
  return new Map(
    index.rules.map((rule, at) => {
      const sink = first.get(at);
      return [
        rule.id.slice(folder.length + 1),
        { rule, label: sink && String(sink['label']), sources: sink?.['kinds'] },
      ];
    }),
  );
}
