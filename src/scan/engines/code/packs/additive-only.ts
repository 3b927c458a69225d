import type { RuleIndex } from '../knowledge/index-rules.ts';
import { compileNamePattern } from '../knowledge/name-pattern.ts';
import { listOf, type RawItem, type RuleFile } from '../knowledge/rule-file.ts';

/**
 * What may be followed of rules that the scanned repository brings itself: whatever adds findings. Sanitizers, guards and the like would take some
 * away, and so would another name for something that the built-in rules know by its own.
 */
export function additiveOnly(file: RuleFile, known: RuleIndex): { file: RuleFile; dropped: string[] } {
  const roots = new Set(known.roots);
  const isOwn = (name: string) =>
    compileNamePattern(name).every(({ first }) => first !== undefined && !roots.has(first));
  const namesOwn = (item: RawItem, key: string) => listOf(item[key]).every(isOwn);
  const aliases = (file.aliases ?? []).filter((alias) => namesOwn(alias, 'name'));
  const returns = (file.returns ?? []).filter(
    (item) => Object.keys(item).every((key) => key === 'call' || key === 'as') && namesOwn(item, 'call'),
  );
  const entries = (file.entries ?? []).map(({ params: _, ...entry }) => entry);
  const counts = {
    sanitizers: file.sanitizers?.length ?? 0,
    guards: file.guards?.length ?? 0,
    exits: file.exits?.length ?? 0,
    'models of results': (file.returns?.length ?? 0) - returns.length,
    'types of built-in libraries': (file.aliases?.length ?? 0) - aliases.length,
    'types of parameters': (file.entries ?? []).filter(({ params }) => params !== undefined).length,
  };
  return {
    file: { ...file, sanitizers: [], guards: [], exits: [], aliases, returns, entries },
    dropped: Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])),
  };
}
