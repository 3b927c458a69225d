import type { ClassIr, FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** The fields that methods of a class set. Which methods have run is not known: what such a field begins with decides nothing. */
export function setFields({ methods }: ClassIr): ReadonlySet<string> {
  return new Set(methods.flatMap((method) => [...setBy(method)]));
}

/** The fields that one constructor of a class sets and nothing else does: what it makes of them is what every method finds. */
export function settledFields({ methods }: ClassIr, constructorName: string): ReadonlySet<string> {
  const settled = new Set<string>();
  const changed = new Set<string>();
  for (const method of methods)
    for (const name of setBy(method)) {
      const isFirst = method.name === constructorName && !settled.has(name);
      (isFirst ? settled : changed).add(name);
    }
  return settled.difference(changed);
}

function setBy(method: FunctionIr): ReadonlySet<string> {
  const found = new Set<string>();
  const enter = (fn: FunctionIr) => {
    const visit = (part: Part): void => {
      if (part.k === 'function') enter(part.fn);
      else if (part.k === 'assign') {
        const { target } = part;
        if (target.k === 'member') found.add(target.property);
        else if (target.k === 'name' && !fn.locals.has(target.name)) found.add(target.name);
      }
      eachPart(part, visit);
    };
    for (const statement of fn.body) visit(statement);
  };
  enter(method);
  return found;
}
