/**
 * What is done about what a key writes, by kind. Access only keeps and joins it; memory knows what the words mean, and the contract checks them. For
 * each kind the actions are in the order of `strength`.
 */
export type KeyGuard = Readonly<Record<string, string>>;

/** From the mildest to the strictest; of two that are equally strict no kind knows both. */
const strength = ['off', 'flag', 'strip', 'redact', 'reject'];

/** For each kind the stricter of the two. */
export function stricterGuard(a: KeyGuard | undefined, b: KeyGuard | undefined): KeyGuard | undefined {
  if (!a || !b) return a ?? b;
  const kinds = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...kinds].map((kind) => {
      const [one, other] = [a[kind] ?? '', b[kind] ?? ''];
      return [kind, strength.indexOf(one) >= strength.indexOf(other) ? one : other];
    }),
  );
}
