// Names that a caller made up come back in the response; one of a megabyte need not, and sixty of them neither.
const maxNameLength = 100;
const maxPathLength = 240;

/** `['entries', 3, 'content']` is `entries[3].content`. What is too long is cut in the middle: where a path ends says most. */
export function formatPath(parts: readonly PropertyKey[]): string {
  const path = parts.map((part, i) => formatPart(part, i === 0)).join('');
  if (path.length <= maxPathLength) return path.toWellFormed();
  const half = maxPathLength / 2;
  return `${path.slice(0, half)}…${path.slice(-half)}`.toWellFormed();
}

function formatPart(part: PropertyKey, isFirst: boolean): string {
  if (typeof part === 'number') return `[${part}]`;
  const name = String(part);
  const shown = name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength)}…`;
  return `${isFirst ? '' : '.'}${shown.replaceAll('\0', '\\u0000')}`;
}
