import { joinValues, type Value } from '../../domain/value.ts';

/** `{ role: 'user', ...sent }`: what comes from outside may name the fields that were there before, and then takes their place. */
export function overlaid(fields: ReadonlyMap<string, Value>, over: Value): ReadonlyMap<string, Value> {
  if (!over.taint?.some(({ origin }) => origin.k === 'source')) return fields;
  return new Map([...fields].map(([key, field]) => [key, joinValues(field, over)]));
}
