import type { Vocabulary } from './vocabulary.ts';

/** `password`: a person may have chosen the value; `secret`: a machine made it; `key` and `scheme` (a bare
 * `auth`): only a random value makes it a secret; `signature`: shown to whoever checks it, so seldom one. */
export type NameKind = 'password' | 'secret' | 'key' | 'scheme' | 'signature';

/** Decides by its words whether a name is one that holds a secret. */
export function classifyName(name: string, vocabulary: Vocabulary): NameKind | undefined {
  // A part of a country in ISO 3166-2, such as `PW-222`.
  if (/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(name)) return undefined;
  const words = wordsOf(name);
  while (
    words.length > 1 &&
    (vocabulary.ignoredEndings.has(words.at(-1)!) || /^\d{1,6}$/.test(words.at(-1)!))
  )
    words.pop();
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const before = words.at(-2);
  if (vocabulary.passwordWords.has(last) || /(?:password|passwd|passphrase|pwd)s?$/.test(last)) {
    return before !== undefined &&
      (passwordSpoilers.has(before) || (last === 'pass' && upstreams.has(before)))
      ? undefined
      : 'password';
  }
  if (
    /^(?:db|user|root|ftp|my|mail|smtp|ssh|irc|sql|admin|login|auth|rcon|sa|app|bind|ldap|wifi|vpn|key|store|cert|become|mysql|pg|postgres|mongo|redis|rabbit|jdbc|master|service|svc|imap|email|sudo|pfx|ssl|keystore|trust|windows|domain)(?:pass|pw)$/.test(
      last,
    )
  )
    return 'password';
  // What a page is sent with each form, so that nobody else can send it: it opens nothing.
  if (formTokens.has(words.slice(-2).join('')) || formTokens.has(words.slice(-3).join(''))) return undefined;
  if (words.includes('public') || (before !== undefined && vocabulary.publicQualifiers.has(before)))
    return undefined;
  if (
    vocabulary.secretWords.has(last) ||
    /(?:secret|apikey|authtoken|(?:access|secret|storage|account|token|master|signing|encryption|shared)key)$/.test(
      last,
    )
  )
    return 'secret';
  if (last === 'signature') return 'signature';
  if (last === 'base' && before === 'key') return 'secret';
  if (last === 'auth' || last === 'authentication') return 'scheme';
  if (last === 'key' || last === 'keys') {
    if (before !== undefined && vocabulary.keyQualifiers.has(before)) return 'secret';
    return 'key';
  }
  return undefined;
}

/** Cuts a name at separators, at changes of case and before digits. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d+)$/, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** As Rails and ASP.NET call it. */
const formTokens = new Set(['authenticitytoken', 'antiforgerytoken', 'requestverificationtoken']);

/** `proxy_pass` and its like hand a request on. */
const upstreams = new Set([
  'proxy',
  'fastcgi',
  'uwsgi',
  'scgi',
  'grpc',
  'memcached',
  'http',
  'tcp',
  'second',
  'first',
  'render',
  'by',
  'hash',
  'compiler',
]);
const passwordSpoilers = new Set([
  'no',
  'show',
  'hide',
  'forgot',
  'reset',
  'check',
  'validate',
  'verify',
  'wrong',
  'invalid',
  'by',
  'need',
  'missing',
  'has',
  'is',
  'use',
  'set',
  'get',
  'ask',
  'require',
  'with',
  'without',
  'one',
  'single',
  'multi',
  'second',
  'first',
  'per',
]);
