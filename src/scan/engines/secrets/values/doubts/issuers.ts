import { type NameKind, wordsOf } from '../assignment-name.ts';
import { isOwnSecret } from '../sample-data.ts';
import type { Doubt } from '../surroundings.ts';

const unknown = { limit: 'medium', reason: 'who issued it, and what it opens, is not known' } as const;

/**
 * What a program names itself with to a service of which nothing is known: as often as not everybody who has the program has it, and a secret that is handed out with every
 * copy of a client proves nothing about it (RFC 8252, 8.5).
 */
export function doubtOfIssuer(name: string, isSettings: boolean): Doubt | undefined {
  const words = wordsOf(name);
  const [before = '', last = ''] = [words.at(-2), words.at(-1)];
  const isKey = last === 'apikey' || (last === 'key' && (before === 'api' || before === 'app'));
  const isClient =
    !isSettings &&
    ((last === 'secret' && (before === 'client' || before === 'consumer')) ||
      last === 'clientsecret' ||
      (last === 'key' && before === 'consumer'));
  return isKey || isClient ? unknown : undefined;
}

/**
 * A token in a program, and nothing near it says who accepts it: whoever reads it cannot use it. What the program signs or encrypts with itself is accepted by every copy of it,
 * and a server that has a name in public may be asked.
 */
export function doubtOfUse(name: string, kind: NameKind | undefined, around: string): Doubt | undefined {
  if (kind !== 'secret' && kind !== 'scheme') return undefined;
  if (isOwnSecret(wordsOf(name).slice(-3))) return undefined;
  return hasPublicServer(around) ? undefined : unknown;
}

function hasPublicServer(around: string): boolean {
  for (const [, host] of around.matchAll(address)) {
    const parts = host!.toLowerCase().split('.');
    if (parts.length > 1 && !parts.some((part) => reserved.has(part))) return true;
  }
  return false;
}

const address =
  /\b(?:https?|wss?|grpcs?|amqps?|mqtts?|smtps?|ldaps?):\/\/(?:[\w.%~-]{1,80}@)?([\w.-]{1,200})/gi;
/** Names that nobody in public has (RFC 2606, 6761, 6762, 8375), and where documents and packages are looked at. */
const reserved = new Set([
  ...['localhost', 'local', 'example', 'test', 'invalid', 'internal', 'lan', 'home', 'docker'],
  ...[
    'w3',
    'schemas',
    'json-schema',
    'ietf',
    'rfc-editor',
    'wikipedia',
    'stackoverflow',
    'docs',
    'developer',
    'developers',
  ],
  ...['github', 'gitlab', 'opensource', 'apache', 'gnu', 'spdx', 'mozilla'],
]);
