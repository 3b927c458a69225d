/**
 * Names that promise a check: `isValid(x)`, `validate_url(x)`, `allowedHosts`. A name is no barrier; but where it is all that is known, a finding
 * behind such a check is less certain, and names it.
 */
export function soundsLikeCheck(name: string): boolean {
  const words = wordsOf(name);
  if (words.some((word) => denials.has(word))) return false;
  if (words.some((word) => promises.has(word))) return true;
  return verbs.has(words[0] ?? '') && words.some((word) => subjects.has(word));
}

/**
 * A test of the program's own, of which nothing is known but that it was asked: `matchesAny(patterns, x)`. What only asks whether something is there,
 * or what it is, tests nothing that an attacker would mind.
 */
export function mayBeCheck(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 0 || does.has(words[0]!) || (words.length === 1 && asks.has(words[0]!))) return false;
  return !words.some((word) => denials.has(word) || innocent.has(word));
}

/** A question about whether something is there, or what kind of thing it is. */
export function onlyAsks(name: string): boolean {
  const words = wordsOf(name);
  return words.length === 0 || words.some((word) => there.has(word));
}

/** A test that says no: `isIllegalFileName(x)`. What it does not refuse has passed it. */
export function soundsLikeRefusal(name: string): boolean {
  const words = wordsOf(name);
  if (!verbs.has(words[0] ?? '')) return false;
  if (words.some((word) => refusals.has(word))) return true;
  // What is inside of the network must not be called from outside of it.
  return words.some((word) => inside.has(word)) && words.some((word) => machines.has(word));
}

/** A function that says that it makes what it is given harmless: `sanitizeHtml(x)`, `safe_referer(x)`. */
export function soundsLikeCleaning(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.some((word) => cleanings.has(word)) && !words.some((word) => denials.has(word) || reads.has(word))
  );
}

/** A function that says that it makes an answer of data: `send_result(x)`, `jsonResponse(x)`. */
export function soundsLikeAnswer(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => answers.has(word)) && !words.includes('html');
}

/** A call that nobody asks for its answer, and that does not come back where the check fails: `checkPath(root, x)`. */
export function soundsLikeAssertion(name: string): boolean {
  if (!assertion.test(name)) return false;
  const [first = '', ...others] = wordsOf(name);
  // Being a text says nothing about what is in it: `assertString(x)`.
  return asserts.has(first) && !(others.length > 0 && others.every((word) => types.has(word)));
}

/** A call whose result nobody uses and that is not named after what it does: whether it throws is known where it is written. */
export function mayAssert(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && !does.has(words[0]!);
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
function wordsOf(name: string): readonly string[] {
  const known = words.get(name);
  if (known) return known;
  if (words.size >= maxNames) words.clear();
  const found = splitWords(name);
  words.set(name, found);
  return found;
}

/** Of the names asked for last: a test is looked at several times, whether it holds and whether it does not. */
const words = new Map<string, readonly string[]>();
const maxNames = 4096;

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const promises = new Set(
  'valid validate validated validates validator validators validation safe allow allowed allows allowlist whitelist whitelisted permitted permit trusted authorized authorised known supported legal sane wellformed'.split(
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

const cleanings = new Set(
  'sanitize sanitise sanitized sanitised sanitizer sanitiser clean cleaned cleaner cleanse safe escape escaped purify purified slugify whitelist allowlist'.split(
    ' ',
  ),
);

const answers = new Set(
  'result results response responses reply answer json serialize serializer serialized marshal dump dumps'.split(
    ' ',
  ),
);

/** What is safe in that it does not throw: `safeParse`, `safe_load`, `safeGet`. */
const reads = new Set('parse load loads get call read json dump eval send'.split(' '));

/** What is said of values that must not be used. */
const refusals = new Set(
  'illegal invalid unsafe forbidden disallowed denied blocked blacklisted malicious dangerous suspicious traversal untrusted bad'.split(
    ' ',
  ),
);

/** Where addresses are that only the own network reaches, and what has one. */
const inside = new Set('local private internal loopback reserved localhost intranet metadata'.split(' '));
const machines = new Set(
  'ip ips address addresses addr host hostname url uri network range localhost ipv4 ipv6 ip4 ip6'.split(' '),
);

const types = new Set(
  'is a an of type types typeof instance string strings str text array arrays list number numbers numeric integer int boolean bool object objects function functions callable buffer defined undefined null nil none arg args argument arguments param params'.split(
    ' ',
  ),
);
const asserts = new Set('check validate verify assert ensure require guard enforce reject forbid'.split(' '));
/** What a name begins with whose first word is one of them: most names are told apart without taking them to words. */
const assertion = new RegExp(`^[^a-z0-9]*(?:${[...asserts].join('|')})`, 'i');
/** Words of questions about what there is. */
const innocent = new Set(
  'exist exists existing empty blank nil null none undefined defined present file directory dir folder string text array list map object number numeric integer function callable len equal equals compare type instance instanceof debug enabled verbose readable writable done ready closed open connected loaded success ok first last next more start starts end ends isset is_a nan'.split(
    ' ',
  ),
);
const there = new Set(
  'exist exists existing empty blank nil null none undefined defined present absent string array list map object number integer function callable len length size type instance instanceof isset debug enabled verbose readable writable done ready loaded nan'.split(
    ' ',
  ),
);
const asks = new Set(
  'contains contain include includes match matches test exec some any every all has'.split(' '),
);
/** What a function does that is called for what it does, or for what it gives. */
const does = new Set(
  'get set find fetch load query save delete remove create update send log print warn read write parse add push pop insert put append open close run execute exec call start stop make build render emit on apply process handle try do copy move rename mkdir unlink stat download upload request post resolve join decode encode split trim strip replace lower upper to from as await int str len bool'.split(
    ' ',
  ),
);
