/** The parts of a package URL, decoded. */
export interface PackageUrl {
  type: string;
  namespace?: string;
  name: string;
  version?: string;
  qualifiers: ReadonlyMap<string, string>;
}

/** Types whose names do not depend on the case of letters. */
const lowerCased = new Set(['apk', 'composer', 'deb', 'github', 'hex', 'pypi', 'pub']);

/** Writes a package URL in its canonical form. Whatever a name holds, the result is one line of plain characters. */
export function formatPackageUrl(
  type: string,
  namespace: string | undefined,
  name: string,
  version: string,
): string {
  const path = [...(namespace?.split('/') ?? []).filter((part) => part !== ''), name]
    .map((part) => encode(canonical(type, part)))
    .join('/');
  return `pkg:${type}/${path}${version === '' ? '' : `@${encode(version).replaceAll('%2B', '+')}`}`;
}

/** Reads a package URL from its right end, as its specification says; undefined where it is none. */
export function parsePackageUrl(text: string): PackageUrl | undefined {
  const head = /^pkg:\/*([a-zA-Z][a-zA-Z0-9.+-]*)\/+/.exec(text.trim());
  if (!head) return undefined;
  const type = head[1]!.toLowerCase();
  const [withoutFragment = ''] = text.trim().slice(head[0].length).split('#', 1);
  const question = withoutFragment.lastIndexOf('?');
  const body = question === -1 ? withoutFragment : withoutFragment.slice(0, question);
  const at = body.lastIndexOf('@');
  // An "@" before the last slash begins a scope, not a version.
  const hasVersion = at > 0 && body.indexOf('/', at) < 0;
  const segments = (hasVersion ? body.slice(0, at) : body).split('/').filter((part) => part !== '');
  const parts = segments.map(decode);
  const version = hasVersion ? decode(body.slice(at + 1)) : undefined;
  const name = parts.pop();
  if (!name || parts.includes(undefined) || (hasVersion && version === undefined)) return undefined;
  return {
    type,
    ...(parts.length > 0 && { namespace: parts.map((part) => canonical(type, part!)).join('/') }),
    name: canonical(type, name),
    ...(version && { version }),
    qualifiers: new Map(new URLSearchParams(question === -1 ? '' : withoutFragment.slice(question + 1))),
  };
}

function canonical(type: string, part: string): string {
  const cased = lowerCased.has(type) ? part.toLowerCase() : part;
  if (type === 'pypi') return cased.replaceAll('_', '-');
  return type === 'pub' ? cased.replaceAll('-', '_') : cased;
}

function encode(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replaceAll('%3A', ':');
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
