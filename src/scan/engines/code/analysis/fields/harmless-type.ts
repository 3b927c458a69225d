import { isNumericName } from '../../domain/types/numeric-type.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';

/** Whether a declared type leaves no text of the sender's choice: numbers, dates, identifiers, enumerations, a list of literals, and any of them or nothing. */
export function isHarmlessType(run: Run, type: Expr, depth = 4): boolean {
  if (depth === 0) return false;
  if (type.k === 'binary' && type.op === '|')
    return [type.left, type.right].every((side) => isNothing(side) || isHarmlessType(run, side, depth - 1));
  // `Literal['a', 'b']`, `Optional[int]`, `Annotated[int, Query()]`.
  if (type.k === 'unknown') {
    const [of, given] = type.parts;
    const first = given?.k === 'unknown' ? given.parts[0] : undefined;
    if (of?.k !== 'name' || !first) return false;
    if (of.name === 'Literal') return true;
    return (of.name === 'Optional' || of.name === 'Annotated') && isHarmlessType(run, first, depth - 1);
  }
  const { name, instance } = run.evaluate(type);
  return instance?.definition.isClosed === true || isNumericName(name?.segment ?? '');
}

function isNothing(type: Expr): boolean {
  return type.k === 'const' && type.value === null;
}
