/** What a table holds under a key that somebody else chose: `constructor` and `toString` are in every object, and in no table. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
