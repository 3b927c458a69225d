import type { ClassIr, FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** The fields that methods of a class set. Which methods have run is not known: what such a field begins with decides nothing. */
export function setFields({ methods }: ClassIr): ReadonlySet<string> {
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
  for (const method of methods) enter(method);
  return found;
}
