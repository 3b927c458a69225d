import { blockName } from '../../ir/block-name.ts';
import type { Argument, FunctionIr, Stmt } from '../../ir/ir.ts';

/** Macros of a class body that define a method by a name and a function, and whether the class itself has it. */
export const methodMacros: ReadonlyMap<string, { isStatic: boolean }> = new Map([
  ['scope', { isStatic: true }],
  ['named_scope', { isStatic: true }],
  ['define_singleton_method', { isStatic: true }],
  ['define_method', { isStatic: false }],
]);

/** The method that a statement of a class body defines: `scope :named, ->(name) { … }`, `define_method(:named) do |name| … end`. */
export function declaredMethod(statement: Stmt): FunctionIr | undefined {
  const call = statement.k === 'expr' ? statement.value : undefined;
  if (call?.k !== 'call') return undefined;
  const { callee, args } = call;
  const macro = callee.k === 'name' ? callee.name : callee.k === 'member' ? callee.property : '';
  const known = methodMacros.get(macro);
  const name = args[0]?.value;
  const fn = known && functionIn(args);
  if (!fn || name?.k !== 'const' || typeof name.value !== 'string') return undefined;
  return { ...fn, name: name.value, isStatic: known.isStatic, ownsThis: true, exported: true };
}

function functionIn(args: readonly Argument[]): FunctionIr | undefined {
  const given = args.find((argument) => argument.name === blockName) ?? args[1];
  return given?.value.k === 'function' ? given.value.fn : undefined;
}
