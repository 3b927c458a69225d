const minLength = 5;

/** The well-known owner or action that a name is one slip away from. */
export function imitatedAction(
  action: string,
  popular: { owners: readonly string[]; actions: readonly string[] },
): { written: string; known: string } | undefined {
  const [owner = '', name = ''] = action.split('/');
  if (!popular.owners.includes(owner)) {
    const known = popular.owners.find((other) => other.length > minLength && isOneSlipAway(owner, other));
    return known === undefined ? undefined : { written: owner, known };
  }
  if (popular.actions.includes(action) || name.length < minLength) return undefined;
  const known = popular.actions.find(
    (other) => other.startsWith(`${owner}/`) && isOneSlipAway(name, other.slice(owner.length + 1)),
  );
  return known === undefined ? undefined : { written: action, known };
}

/** One letter changed, added, removed, or two neighbours swapped. */
export function isOneSlipAway(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || left === right) return false;
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start++;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end++;
  const [a, b] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  if (a.length <= 1 && b.length <= 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}
