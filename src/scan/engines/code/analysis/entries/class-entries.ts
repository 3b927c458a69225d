import type { MemberFact } from '../../domain/facts.ts';
import { unknownValue, type Value } from '../../domain/value.ts';
import type { ClassIr, FunctionIr } from '../../ir/ir.ts';
import type { Entry, InheritedEntry } from '../../knowledge/rule-types.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import { scopeOfValue } from '../conditions/condition-scopes.ts';
import { conditionsHold } from '../conditions/conditions.ts';
import type { Run } from '../run.ts';

/**
 * Methods that a framework calls because of the class that theirs extends. Where the base is in another file, whether the framework is
 * behind it is known only when all files are: until then what the methods get is a source that waits.
 */
export function defineEntries(run: Run, definition: ClassIr, bases: readonly Value[]): void {
  const matches = bases.flatMap((base) => (base.name && run.rules.match(base.name)?.inherited) || []);
  for (const inherited of matches) addEntry(run, definition, inherited);
  if (definition.name === '') return;
  if (run.traits.importedBases) defineImported(run, definition, bases, matches);
  if (!run.traits.classesByName) return;
  const names = bases.flatMap(({ name }) => (name?.parent === run.rules.root ? [name.segment] : []));
  const members = membersOf(run, definition, bases);
  // A file that has only methods of a type says nothing about the type.
  const isElsewhere =
    run.traits.promotedMembers && members.length + definition.bases.length === 0 && !definition.asks?.length;
  if (!isElsewhere) run.facts.class(definition.name, names, matches.length > 0, members, definition.asks);
  defineRoutes(run, definition, bases);
  if (matches.length > 0) return;
  if (isElsewhere && definition.methods.length > 0) addAcross(run, definition, definition.name);
  const elsewhere = bases.find(
    ({ name, instance }) => name?.parent === run.rules.root && !instance && mayBeLocal(run, name.segment),
  );
  if (!elsewhere) return;
  addAcross(run, definition, elsewhere.name!.segment);
}

/** `from app.base import BaseView`: the classes of a file by their simple names, and what is asked of one whose base another file has. */
function defineImported(
  run: Run,
  definition: ClassIr,
  bases: readonly Value[],
  matches: readonly InheritedEntry[],
): void {
  if (run.frame !== run.moduleFrame) return;
  const isFilled = matches.some(({ isAcross }) => isAcross);
  const simple = ({ name, instance }: Value) => instance?.definition.name ?? name?.segment ?? '';
  const names = bases.map(simple).filter((name) => name !== '' && name !== 'object');
  if (names.length > 0) run.facts.class(definition.name, names, isFilled, []);
  // The name of a class of this file is that of the base that it has elsewhere.
  const elsewhere = bases.find(
    (base) =>
      base.name && base.name.segment !== base.instance?.definition.name && mayBeLocal(run, base.name.root),
  );
  if (matches.length === 0 && elsewhere) addAcross(run, definition, simple(elsewhere));
}

/** What frameworks call in classes of theirs, where the class that is awaited turns out to be one. */
function addAcross(run: Run, definition: ClassIr, awaits: string): void {
  // Frameworks that call the same methods alike are one here.
  const known = new Set<string>();
  for (const inherited of run.rules.inheritedEntries) {
    const key = `${inherited.entry.title} ${inherited.methods.source}`;
    if (!inherited.isAcross || known.has(key)) continue;
    known.add(key);
    addEntry(run, definition, { ...inherited, entry: { ...inherited.entry, awaits } });
  }
}

function addEntry(run: Run, definition: ClassIr, { entry, methods }: InheritedEntry): void {
  for (const fn of definition.methods)
    if (fn.exported && methods.test(fn.name) && isMeant(run, entry, fn))
      run.entries.set(fn, [...(run.entries.get(fn) ?? []), entry]);
}

/** What the entry asks of the file and the method holds. */
function isMeant({ file }: Run, { when }: Entry, fn: FunctionIr): boolean {
  return when.length === 0 || conditionsHold(when, scopeOfValue(file, unknownValue, fn));
}

/** An interface says which of its methods answer requests; the class that implements it says so no more, and may be in another file. */
function defineRoutes(run: Run, definition: ClassIr, bases: readonly Value[]): void {
  const { decoratedAcross } = run.rules;
  if (decoratedAcross.length === 0) return;
  const isRouted = (fn: FunctionIr) => run.entries.get(fn)?.some(({ isAcross }) => isAcross) === true;
  if (definition.methods.some((fn) => fn.isAbstract && isRouted(fn)))
    run.facts.class(routesOf(definition.name), [], true, []);
  if (definition.decorators.length === 0) return;
  for (const { name, instance } of bases) {
    if (name?.parent !== run.rules.root || instance || !mayBeLocal(run, name.segment)) continue;
    const awaits = routesOf(name.segment);
    for (const fn of definition.methods)
      if (fn.exported && !fn.isStatic && fn.name !== run.traits.constructorName && !isRouted(fn))
        run.entries.set(fn, [...(run.entries.get(fn) ?? []), { ...decoratedAcross[0]!, awaits }]);
  }
}

/** What the routes of an interface are asked for by: other things that are known of it say nothing about them. */
function routesOf(name: string): string {
  return `${name}<routes>`;
}

/** What other files reach through an object of the class: its fields by their types, and what it embeds. */
function membersOf(run: Run, definition: ClassIr, bases: readonly Value[]): MemberFact[] {
  if (!run.traits.promotedMembers) return [];
  const found: MemberFact[] = [];
  const add = (field: string, type: Value) => {
    const segments = type.name?.segments() ?? [];
    const isPlain = segments.length === 2 || (segments.length === 1 && type.instance !== undefined);
    const [first = ''] = segments;
    if (isPlain && (run.rules.knows(first) || mayBeLocal(run, first)) && found.length < maxMembers)
      found.push([field, segments]);
  };
  for (const base of bases) add('', base);
  for (const { name, type } of definition.fields) if (type) add(name, run.evaluate(type));
  return found;
}

const maxMembers = 40;
