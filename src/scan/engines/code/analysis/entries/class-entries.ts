import type { Value } from '../../domain/value.ts';
import type { ClassIr } from '../../ir/ir.ts';
import type { InheritedEntry } from '../../knowledge/rule-types.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import type { Run } from '../run.ts';

/**
 * Methods that a framework calls because of the class that theirs extends. Where the base lies in another file, whether the framework stands
 * behind it is known only when all files are: until then what the methods get is a source that waits.
 */
export function defineEntries(run: Run, definition: ClassIr, bases: readonly Value[]): void {
  const matches = bases.flatMap((base) => (base.name && run.rules.match(base.name)?.inherited) || []);
  for (const inherited of matches) addEntry(run, definition, inherited);
  if (!run.traits.classesByName || definition.name === '') return;
  const names = bases.flatMap(({ name }) => (name?.parent === run.rules.root ? [name.segment] : []));
  run.facts.class(definition.name, names, matches.length > 0);
  if (matches.length > 0) return;
  const elsewhere = bases.find(
    ({ name, instance }) => name?.parent === run.rules.root && !instance && mayBeLocal(run, name.segment),
  );
  if (!elsewhere) return;
  const awaits = elsewhere.name!.segment;
  for (const inherited of run.rules.inheritedEntries)
    if (inherited.isAcross)
      addEntry(run, definition, { ...inherited, entry: { ...inherited.entry, awaits } });
}

function addEntry(run: Run, definition: ClassIr, { entry, methods }: InheritedEntry): void {
  for (const fn of definition.methods)
    if (fn.exported && methods.test(fn.name)) run.entries.set(fn, [...(run.entries.get(fn) ?? []), entry]);
}
