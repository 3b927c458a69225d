/** Methods go by the names that the core knows. */
export function sharedName(property: string): string {
  return shared.get(property) ?? property;
}

const shared = new Map([
  ['head', 'first'],
  ['headOption', 'first'],
  ['lastOption', 'last'],
  ['foreach', 'forEach'],
  ['foldLeft', 'reduce'],
]);

/** Taking what is in an option or a result leaves it as it is. */
export const transparent: ReadonlySet<string> = new Set([
  'get',
  'toOption',
  'toSeq',
  'toList',
  'toVector',
  'value',
  'toSet',
  'toArray',
]);
