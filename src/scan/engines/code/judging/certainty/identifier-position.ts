import { labelMask } from '../../knowledge/labels.ts';
import type { Sink } from '../../knowledge/rule-types.ts';

/**
 * Whether every open part of a statement stands where SQL wants the name of a table, a column or an index: no placeholder can stand there, and what does
 * is mostly a name that the program has. Who lets a caller choose it is reported where that caller is seen.
 */
export function onlyNamesThings({ label }: Sink, text: string | undefined): boolean {
  if (!(label & statements) || text === undefined) return false;
  let from = 0;
  for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0', at + 1)) {
    const before = text.slice(Math.max(from, at - maxBefore), at);
    if (!beforeName.test(before) && !isColumn(before, text.slice(at + 1, at + 1 + maxBefore))) return false;
    from = at;
  }
  // What ends a statement may be more than a name.
  return from > 0 && text.slice(from + 1).trim() !== '';
}

/** `SET ␣ = NULL`, `WHERE ␣ = ?`, `SELECT ␣ FROM`: what is compared, set or read is a column. */
function isColumn(before: string, after: string): boolean {
  return (
    (beforeColumn.test(before) && comparison.test(after)) || (selected.test(before) && listed.test(after))
  );
}

const statements = labelMask(['sql']);
const maxBefore = 60;
/** `FROM `, `INTO "`, `CREATE TABLE IF NOT EXISTS `, `schema.`, also where the name begins with a fixed part; quotation marks of a value are the single ones. */
const beforeName =
  /(?:^|[\s(;])(?:from|into|table|update|join|index|constraint|column|schema|database|view|sequence|trigger|truncate|describe|references|(?:not )?exists|only)\s+\(?(?:[\w\0]+\.)?["`[]{0,2}\w{0,40}$|(?:^|[\s(,;\0])(?:["`[]{1,2}|[`[]\w{1,40})$|\0["`\]]?\.["`[]?$/i;
const beforeColumn = /(?:\b(?:set|where|and|or|on|having)\s+\(?|,\s*)$/i;
const comparison = /^\s*(?:[=<>]|!=|(?:not\s+)?(?:in|is|like|ilike|between)\b)/i;
const selected = /\bselect\s+(?:distinct\s+)?$/i;
const listed = /^\s+(?:from|as)\b/i;
