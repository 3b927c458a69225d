import type { Value } from '../domain/value.ts';
import type { Constant, Span } from '../ir/ir.ts';
import type { Run } from './run.ts';

/** A variable or field whose very name says what it holds, such as a password. */
export function namedSource(run: Run, name: string, value: Value, span: Span): Value {
  if (value.closures || (value.constant !== undefined && !looksMadeUp(value.constant))) return value;
  const source = value.constant === undefined ? run.rules.namedSource(name) : run.rules.namedField(name);
  return source
    ? run.taintBoth(value, run.origins.source(source.kind, source.title, span, source.mask))
    : value;
}

/** A literal under a descriptive name is taken for what the name says where it looks made up, and not like the name of a field. */
function looksMadeUp(constant: Constant): boolean {
  return typeof constant === 'string' && /[^\w\s.:/-]|[a-zA-Z]\d/.test(constant);
}
