import type { Name } from '../knowledge/rule-set.ts';
import type { NameMatch } from '../knowledge/rule-types.ts';
import type { Run } from './run.ts';

/**
 * What the rules know of a name. Where it begins with a class of the program itself that is called like one of a library, that is nothing, or where
 * such a class often extends one of a framework: what it brings in, as before, and the sinks that are known by their method alone.
 */
export function knownOf({ file, rules, traits }: Run, name: Name): NameMatch | null {
  const match = rules.match(name);
  if (match === null || file.ownNames.size === 0 || !file.ownNames.has(name.root)) return match;
  if (!traits.ownClassesInherit) return null;
  const ofAnything = rules.match(rules.name([unknownClass, ...name.segments().slice(1)]));
  return { ...match, sinks: ofAnything?.sinks ?? [], checks: ofAnything?.checks ?? [] };
}

/** A class that no rule can name. */
const unknownClass = '\\';
