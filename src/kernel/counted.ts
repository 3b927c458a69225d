/** A number with its word: `1 package`, `2 packages`, `0 advisories`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
