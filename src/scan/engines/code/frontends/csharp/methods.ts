import { supplied } from '../../analysis/calls/callback-methods.ts';
import { collectionClassMethods, item } from '../../analysis/calls/collection-classes.ts';
import { textBuilderMethods } from '../../analysis/calls/text-builders.ts';
import type { Method } from '../../analysis/run.ts';

/** Those of the collection classes go by the names that calls are lowered to. */
export const csharpMethods: ReadonlyMap<string, Method> = new Map([
  ...collectionClassMethods,
  ...textBuilderMethods,
  ['First', item(false)],
  ['FirstOrDefault', item(false)],
  ['Single', item(false)],
  ['Last', item(true)],
  ['LastOrDefault', item(true)],
  ['Run', supplied],
  ['StartNew', supplied],
]);
