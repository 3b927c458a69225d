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
    if (!beforeName.test(text.slice(Math.max(from, at - maxBefore), at))) return false;
    from = at;
  }
  // What ends a statement may be more than a name.
  return from > 0 && text.slice(from + 1).trim() !== '';
}

const statements = labelMask(['sql']);
const maxBefore = 60;
/** `FROM `, `INTO "`, `CREATE TABLE IF NOT EXISTS `, `schema.`; quotation marks of a value are the single ones. */
const beforeName =
  /(?:^|[\s(;])(?:from|into|table|update|join|index|constraint|column|schema|database|view|sequence|trigger|truncate|describe|references|(?:not )?exists|only)\s+\(?(?:[\w\0]+\.)?["`[]{0,2}$|(?:^|[\s(,;\0])["`[]{1,2}$|\0["`\]]?\.["`[]?$/i;
