import { type Closure, functionsIn, type Value } from '../../domain/value.ts';
import type { Run } from '../run.ts';

/** The functions that a framework is given with a value: themselves, in an object of options, or by their names where the language calls functions by texts. */
export function handlersIn(run: Run, value: Value): readonly Closure[] {
  const given = functionsIn(value, 2);
  return run.traits.functionsByText ? [...given, ...namedFunctions(run, value, 2)] : given;
}

/** Functions that a value names: `'render'`, `[$this, 'render']`, `[Shop::class, 'render']`, and those under the keys of a map of options. */
function namedFunctions(run: Run, value: Value, depth: number): readonly Closure[] {
  if (typeof value.constant === 'string') return functionOf(run, value.constant);
  const { shape } = value;
  if (!shape || depth === 0) return [];
  const { instance } = ownerOf(run, shape.fields.get('0')) ?? {};
  const method = shape.fields.get('1')?.constant;
  if (shape.kind === 'list' && instance && typeof method === 'string') {
    const fn = run.classes.method(instance, method);
    return fn ? (run.closureOf(fn, ownerOf(run, shape.fields.get('0'))).closures ?? []) : [];
  }
  return [...shape.fields.values()].flatMap((field) => namedFunctions(run, field, depth - 1));
}

/** The object, or the class that a text names: `[Shop::class, 'show']`. */
function ownerOf(run: Run, owner: Value | undefined): Value | undefined {
  const name = typeof owner?.constant === 'string' ? owner.constant : undefined;
  return name !== undefined && className.test(name)
    ? run.lookup(name.slice(name.lastIndexOf('\\') + 1))
    : owner;
}

const className = /^\\?(?:\w{1,100}\\)*\w{1,100}$/;

function functionOf(run: Run, name: string): readonly Closure[] {
  return /^\w{1,100}$/.test(name) ? (run.lookup(name).closures ?? []) : [];
}
