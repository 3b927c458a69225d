/** A commit by its full id, in either of git's hash functions. */
export function isFullCommit(ref: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
}

/**
 * Git's own rules for ref names (`git check-ref-format`), and none that could be read as an option, a refspec or a
 * revision expression. Everything that reaches git's command line as a ref has passed here.
 */
export function isValidRef(ref: string): boolean {
  if (ref.length === 0 || Buffer.byteLength(ref) > 512) return false;
  if (ref.startsWith('-') || ref === '@' || !ref.isWellFormed()) return false;
  if (/[\u0000-\u0020\u007f~^:?*[\\]/.test(ref) || ref.includes('..') || ref.includes('@{')) return false;
  return ref.split('/').every(isValidComponent);
}

function isValidComponent(component: string): boolean {
  return (
    component.length > 0 &&
    !component.startsWith('.') &&
    !component.startsWith('-') &&
    !component.endsWith('.') &&
    !component.endsWith('.lock')
  );
}
