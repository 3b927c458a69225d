import { entries, items, type MappingEntry } from '../document/node.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** Puts what `<<` names in its place: a mapping's own keys win, then the first that has one. Every entry counts, since merges of merges can multiply. */
export function applyMerges(
  cursor: YamlCursor,
  members: MappingEntry[],
  own: ReadonlySet<string>,
): MappingEntry[] {
  const result: MappingEntry[] = [];
  const taken = new Set(own);
  for (const member of members) {
    if (member.key !== '<<') {
      result.push(member);
      continue;
    }
    for (const source of items(member.value)) {
      for (const entry of entries(source)) {
        cursor.count();
        if (taken.has(entry.key)) continue;
        taken.add(entry.key);
        result.push(entry);
      }
    }
  }
  return result;
}
