/** What is asked of a pattern again and again, at each run of the code that holds it, is found out once, for as many patterns as a few files have. */
export function answeredOnce<T extends NonNullable<unknown>>(
  ask: (pattern: string) => T,
): (pattern: string) => T {
  const known = new Map<string, T>();
  return (pattern) => {
    // Put together, it is a text of its own; a part of a file would keep the whole file in memory.
    const key = `~${pattern}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = ask(pattern);
    if (known.size >= maxKnown) known.clear();
    if (pattern.length <= maxLength) known.set(key, answer);
    return answer;
  };
}

const maxKnown = 1_000;
const maxLength = 2_000;
