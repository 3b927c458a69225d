/**
 * Names that promise a check: `isValid(x)`, `validate_url(x)`, `allowedHosts`. A name is no proof; but where it is all that is known, a finding
 * behind such a check is less certain, and names it.
 */
export function soundsLikeCheck(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => denials.has(word))) return false;
  if (words.some((word) => promises.has(word))) return true;
  return verbs.has(words[0] ?? '') && words.some((word) => subjects.has(word));
}

/** A collection that is named like a list of what is allowed, or like a constant. */
export function soundsLikeAllowed(name: string): boolean {
  if (soundsForbidden(name)) return false;
  return (
    wordsOf(name).some((word) => promises.has(word)) ||
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[A-Z]{4,}$/.test(name)
  );
}

/** A collection that is named like a list of what is refused. */
export function soundsForbidden(name: string): boolean {
  return wordsOf(name).some((word) => denials.has(word));
}

/** `isSafeURL`, `is_safe_url` and `is-safe-url` have the same words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const promises = new Set(
  'valid validate validated validates validator safe allow allowed allows allowlist whitelist whitelisted permitted permit trusted authorized authorised known supported legal sane wellformed'.split(
    ' ',
  ),
);
const verbs = new Set('is has check validate verify assert ensure require'.split(' '));
const subjects = new Set(
  'url uri path host hostname domain redirect origin name filename file id input format scheme'.split(' '),
);
/** Words that turn the meaning round, or make it about something else. */
const denials = new Set(
  'not no non un in invalid disallow disallowed disallows deny denied denylist blacklist blacklisted blocked block forbidden unsafe unknown untrusted unsupported fail fails failed failure failures error errors exceed exceeds exceeded length size count message messages bad illegal wrong reject rejected missing'.split(
    ' ',
  ),
);
