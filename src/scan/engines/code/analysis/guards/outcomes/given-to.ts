import type { Argument, FunctionIr } from '../../../ir/ir.ts';

/** What a call gives a parameter by its place: one for all the rest gets everything from there on, also the items of a list. */
export function givenTo(
  { parameters }: FunctionIr,
  index: number,
  args: readonly Argument[],
  offset: number,
): readonly Argument[] {
  const at = index - offset;
  if (at < 0) return [];
  const isRest = parameters[index]?.kind === 'rest';
  const given = isRest ? args.slice(at) : args.slice(at, at + 1);
  return given.filter(({ name, spread }) => !name && (isRest || !spread));
}
