/** Names through which a key leads to what all objects share. A function that mentions one of them looks at keys. */
export function isSharedKey(value: unknown): boolean {
  return value === '__proto__' || value === 'constructor';
}
