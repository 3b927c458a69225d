import type { Dialects } from '../knowledge/library/dialect.ts';
import { kindsOf } from '../knowledge/library/kinds.ts';
import { loadIndex } from '../knowledge/load-rules.ts';

export interface KindRow {
  readonly kind: string;
  /** What sanitizers and guards clear. */
  readonly label: string;
  readonly cwe: readonly string[];
  /** Folders of rules that have it. */
  readonly languages: string[];
}

/** The kinds of weaknesses that library files have sinks of, those of most languages first. */
export function kindTable(dialects: Dialects): KindRow[] {
  const rows = new Map<string, KindRow>();
  const folders = new Set([...dialects.values()].map(({ folder }) => folder));
  for (const folder of [...folders].sort())
    for (const [kind, { rule, label }] of kindsOf(loadIndex(folder), folder)) {
      if (label === undefined) continue;
      const row = rows.get(kind) ?? { kind, label, cwe: rule.cwe, languages: [] };
      row.languages.push(folder);
      rows.set(kind, row);
    }
  return [...rows.values()].sort(
    (a, b) => b.languages.length - a.languages.length || (a.kind < b.kind ? -1 : 1),
  );
}
