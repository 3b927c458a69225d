/** What is known of the target of a redirect. Browsers take a backslash for a slash. */
export const beginsWithSlash = 1;
export const noSecondSlash = 2;
export const noBackslash = 4;
/** It does not begin with the name of a protocol. */
export const noScheme = 8;
/** It does not begin with two slashes, of either kind. */
export const noTwoSlashes = 16;
/** A parser finds no host in it; browsers may. */
export const noHost = 32;

/** Whether what is known is enough: it stays on this host, or it is only likely to. */
export function staysHere(known: number): 'certainly' | 'likely' | undefined {
  const has = (bits: number) => (known & bits) === bits;
  if (has(beginsWithSlash | noTwoSlashes) || has(noScheme | noTwoSlashes)) return 'certainly';
  if (has(noHost | noTwoSlashes)) return 'certainly';
  if (has(noHost | noBackslash) && known & (noScheme | beginsWithSlash | noSecondSlash)) return 'certainly';
  if (!has(beginsWithSlash | noSecondSlash)) return has(noHost) ? 'likely' : undefined;
  return has(noBackslash) ? 'certainly' : 'likely';
}

/** What it says that a text does not begin with two characters, by the pairs that are refused. */
export function refusedSlashes(isRefused: (first: number, second: number) => boolean | 0 | 1): number {
  const [slash, backslash] = [47, 92];
  const second = isRefused(slash, slash) ? noSecondSlash : 0;
  const behind = isRefused(slash, backslash) ? noBackslash : 0;
  const others = isRefused(backslash, slash) && isRefused(backslash, backslash);
  return second | behind | (second && behind && others ? noTwoSlashes : 0);
}
