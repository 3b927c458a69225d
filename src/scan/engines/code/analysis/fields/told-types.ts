import { addedTo, declaredType, harmless } from '../../domain/declared-type.ts';
import type { TypeFact } from '../../domain/facts.ts';
import type { Value } from '../../domain/value.ts';
import type { ClassIr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';

/** What other files may ask about values that are read through objects of a class: the types of its fields, and of what its methods give. */
export function toldType(run: Run, definition: ClassIr, bases: readonly Value[]): TypeFact | undefined {
  const { name, isClosed, standsFor } = definition;
  if (!run.traits.toldTypes || name === '') return undefined;
  const names = bases.flatMap((base) => base.instance?.definition.name ?? base.name?.segment ?? []);
  const members = membersOf(definition);
  const isAdded = run.traits.promotedMembers && definition.fields.length + names.length === 0;
  const is = isClosed ? harmless : standsFor !== undefined ? declaredType(standsFor) : isAdded ? addedTo : '';
  return is || members.length > 0 || names.length > 0 ? [name, is, names, members] : undefined;
}

function membersOf({ fields, methods }: ClassIr): TypeFact[3] {
  const found = new Map<string, string>();
  for (const { name, written } of fields.slice(0, maxMembers))
    if (written !== undefined) found.set(name, declaredType(written));
  for (const { name, gives } of methods.slice(0, maxMembers)) {
    if (gives === undefined || name.startsWith('<')) continue;
    const key = `${name}()`;
    const type = declaredType(gives);
    // Of several methods of one name it is not known here which is called.
    if (found.has(key) && found.get(key) !== type) found.set(key, '');
    else if (!found.has(key) && (type !== '' || hasField(fields, name))) found.set(key, type);
  }
  return [...found];
}

/** What a method does not say of its result, a field of that name would seem to. */
function hasField(fields: ClassIr['fields'], method: string): boolean {
  const names = accessed(method);
  return fields.some(({ name }) => names.includes(name));
}

/** The fields that a method may be named after: `getName`, `isOpen`, `name`. */
function accessed(method: string): string[] {
  const [, rest] = /^(?:get|is)([A-Z]\w*)$/.exec(method) ?? [];
  return rest === undefined ? [method] : [method, rest, rest.charAt(0).toLowerCase() + rest.slice(1)];
}

const maxMembers = 100;
