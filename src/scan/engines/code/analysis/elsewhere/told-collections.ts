import { collectionKey } from '../../domain/awaited-check.ts';
import { isDynamic, type Value } from '../../domain/value.ts';

/** Whether a value is a collection of constants that are all known: other files may ask whether something is in it. */
function isCollection({ shape, taint }: Value): boolean {
  if (!shape || taint || shape.rest || shape.fields.size === 0) return false;
  return shape.kind === 'map' || !isDynamic({ shape } as Value);
}

/** The names by which other files may ask whether something is in one of these. */
export function collectionsAmong(values: Iterable<readonly [name: string, value: Value]>): string[] {
  const found: string[] = [];
  for (const [name, value] of values) if (isCollection(value)) found.push(collectionKey(name));
  return found.slice(0, maxCollections);
}

const maxCollections = 500;
