import { wordsOf } from '../assignment-name.ts';
import type { Doubt } from '../surroundings.ts';
import type { PublicKey, PublicKeys } from './public-key.ts';

interface Known {
  names: readonly string[] | undefined;
  unless: ReadonlySet<string>;
  value: RegExp | undefined;
  doubt: Doubt;
}

export function publicKeysOf(keys: readonly PublicKey[]): PublicKeys {
  const known = keys.map(
    ({ provider, what, names, unless = [], value }): Known => ({
      names: names?.map((words) => ` ${words} `),
      unless: new Set(unless),
      value: value === undefined ? undefined : new RegExp(`^(?:${value})$`),
      doubt: {
        limit: 'low',
        reason:
          provider === 'any' ? `it is ${what}` : `it is ${what} of ${provider}, which is there to be seen`,
      },
    }),
  );
  return (name, value) => {
    const words = wordsOf(name);
    const written = ` ${words.join(' ')} `;
    return known.find(
      (key) =>
        (key.value === undefined || key.value.test(value)) &&
        (key.names === undefined || key.names.some((part) => written.includes(part))) &&
        !words.some((word) => key.unless.has(word)),
    )?.doubt;
  };
}
