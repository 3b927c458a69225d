import { partOfFilled } from '../../domain/callee.ts';
import { joinTaints, type Taint, type TaintEntry } from '../../domain/taint.ts';
import { deepTaint, type Value } from '../../domain/value.ts';

/** What came into an object while a function ran: into each of its fields, and into what is not known of it. */
export function newParts(
  part: string,
  before: Value | undefined,
  after: Value,
  isOwn: (entry: TaintEntry) => boolean,
): ReadonlyMap<string, Taint> {
  const found = new Map<string, Taint>();
  const add = (key: string, known: Value | undefined, taint: Taint | undefined) => {
    const were = new Set(known && deepTaint(known)?.map(({ origin }) => origin.id));
    const news = taint?.filter((entry) => !isOwn(entry) && !were.has(entry.origin.id));
    if (news?.length) found.set(key, joinTaints(found.get(key), news)!);
  };
  add(part, before, after.taint);
  if (after.shape?.rest) add(part, before, deepTaint(after.shape.rest));
  const fields = after.shape === before?.shape ? [] : (after.shape?.fields ?? []);
  for (const [field, value] of fields) {
    const known = before?.shape?.fields.get(field);
    if (known === value) continue;
    const key = found.size < maxParts ? partOfFilled(part, field) : part;
    add(key, known, deepTaint(value));
  }
  return found;
}

/** Of one object. */
const maxParts = 16;
