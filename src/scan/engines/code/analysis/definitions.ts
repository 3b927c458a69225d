import { addToList } from '../../../../kernel/add-to-list.ts';
import type { Value } from '../domain/value.ts';
import type { ClassIr, Expr, FunctionIr } from '../ir/ir.ts';
import { defineEntries } from './entries/class-entries.ts';
import { toldType } from './fields/told-types.ts';
import type { Run } from './run.ts';

/** A function is written here: its decorators say who calls it, and its defaults are worth a look. */
export function announceFunction(run: Run, fn: FunctionIr): void {
  for (const decorator of fn.decorators) decorate(run, decorator, fn);
  run.events.definedFunction(run, fn);
  if (run.rules.defaults.length === 0) return;
  for (const parameter of fn.parameters)
    if (parameter.otherwise) run.events.defaulted(run, parameter, run.evaluate(parameter.otherwise));
}

/** A class is written here: its bases say which of its methods a framework calls. */
export function announceClass(run: Run, definition: ClassIr, bases: readonly Value[]): void {
  defineEntries(run, definition, bases);
  const type = toldType(run, definition, bases);
  if (type) run.facts.type(type);
  run.events.definedClass(run, definition, bases);
  for (const decorator of definition.decorators) decorate(run, decorator, undefined);
}

function decorate(run: Run, decorator: Expr, fn: FunctionIr | undefined): void {
  const value = run.evaluate(decorator.k === 'call' ? decorator.callee : decorator);
  if (decorator.k === 'call')
    for (const arg of decorator.args) {
      const given = run.evaluate(arg.value);
      if (arg.name !== undefined)
        run.events.keyed(run, arg.name, given, { key: undefined, value: arg.value });
    }
  const match = value.name && run.rules.match(value.name);
  if (!match) return;
  if (fn && match.decorated.length && !run.decorators.get(fn)?.includes(value.name!)) {
    run.entries.set(fn, [...(run.entries.get(fn) ?? []), ...match.decorated]);
    addToList(run.decorators, fn, value.name!);
  }
  run.events.decorated(run, decorator, match, value);
}
