import { unknownValue } from '../../domain/value.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import type { Entry } from '../../knowledge/rule-types.ts';
import { scopeOfValue } from '../conditions/condition-scopes.ts';
import { conditionsHold } from '../conditions/conditions.ts';
import type { Run } from '../run.ts';

/** What is known about who calls a function: by its place in a call or a class, or by its signature. */
export function entriesOf(run: Run, fn: FunctionIr): readonly Entry[] {
  const placed = run.entries.get(fn) ?? [];
  const { signedEntries } = run.rules;
  if (signedEntries.length === 0 || !run.topLevel.has(fn) || run.signed.has(fn)) return placed;
  run.signed.add(fn);
  const parameters = fn.parameters.map(({ name }) => name).join(',');
  const owner = fn.className ? `${fn.className}.` : '';
  const text = `${run.file.path}:${owner}${fn.name}(${parameters})`;
  const signed = signedEntries.filter(
    ({ entry, signature }) =>
      signature.test(text) && conditionsHold(entry.when, scopeOfValue(run.file, unknownValue, fn)),
  );
  if (signed.length === 0) return placed;
  const all = [...placed, ...signed.map(({ entry }) => entry)];
  run.entries.set(fn, all);
  return all;
}
