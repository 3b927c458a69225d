import type { ToldMember, TypeFact } from '../../domain/facts.ts';
import { addedTo, declaredType, harmless } from '../../domain/types/declared-type.ts';
import type { Value } from '../../domain/value.ts';
import type { ClassIr, FunctionIr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import { declaredCheck } from './declared-checks.ts';

/** What other files may ask about values that are read through objects of a class: the types of its fields, and of what its methods give. */
export function toldType(run: Run, definition: ClassIr, bases: readonly Value[]): TypeFact | undefined {
  const { name, isClosed, standsFor } = definition;
  if (!run.traits.toldTypes || name === '') return undefined;
  const names = bases.flatMap((base) => base.instance?.definition.name ?? base.name?.segment ?? []);
  const members = membersOf(run, definition);
  const isAdded = run.traits.promotedMembers && definition.fields.length + names.length === 0;
  const is = isClosed ? harmless : standsFor !== undefined ? declaredType(standsFor) : isAdded ? addedTo : '';
  return is || members.length > 0 || names.length > 0 ? [name, is, names, members] : undefined;
}

function membersOf(run: Run, { fields, methods }: ClassIr): ToldMember[] {
  const found = new Map<string, ToldMember>();
  for (const { name, written, decorators } of fields.slice(0, maxMembers)) {
    if (written === undefined) continue;
    const check = declaredCheck(run, decorators);
    const type = declaredType(written);
    found.set(name, check ? [name, type, check.by, check.clears] : [name, type]);
  }
  // Where nothing makes sure of it, what a method is said to give may be anything.
  for (const method of run.traits.declaredTypes ? methods.slice(0, maxMembers) : []) {
    const { name, gives } = method;
    if (gives === undefined || name.startsWith('<')) continue;
    const key = `${name}()`;
    const type = declaredType(gives);
    const before = found.get(key);
    // Of several methods of one name it is not known here which is called.
    if (before && before[1] !== type) found.set(key, [key, '']);
    else if (!before && (type !== '' || hasField(fields, name) || givesSeveral(method))) {
      const [, , ...check] = found.get(givenField(method) ?? '') ?? [];
      found.set(key, [key, type, ...check] as ToldMember);
    }
  }
  return [...found.values()];
}

/** A method of an interface that gives several things without being told anything. */
function givesSeveral({ isAbstract, parameters, gives = '' }: FunctionIr): boolean {
  return isAbstract === true && parameters.length === 0 && gives.includes('<');
}

/** The field that a method gives, where it does nothing else. */
function givenField({ body, parameters }: FunctionIr): string | undefined {
  const [only, ...others] = body;
  if (only?.k !== 'return' || others.length > 0 || parameters.length > 0 || !only.value) return undefined;
  const { value } = only;
  if (value.k === 'name') return value.name;
  const isOwn = value.k === 'member' && value.object.k === 'name' && value.object.name === 'this';
  return isOwn ? value.property : undefined;
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
