/** What the words of a commit say: whether it fixes something, and of which class. */
export const notAFix =
  /^(?:revert|merge|bump|upgrade|update dep|chore\(deps|build\(deps|docs?\b|tests?\b|release|changelog|version)|\b(?:bump|changelog|release notes|dependabot|false positive|translations?)\b/i;
export const looksLikeAFix =
  /\b(?:fix|fixes|fixed|prevent|prevents|avoid|avoids|vulnerab\w*|security|mitigate\w*|sanitize\w*|escape\w*|protect|harden\w*|patch|possible|potential|block|disallow|reject|close[sd]?)\b/i;

export function kindOf(text: string): string | undefined {
  return kinds.find(([, words]) => words.test(text))?.[0];
}

const kinds: ReadonlyArray<[string, RegExp]> = [
  ['sql-injection', /\bsql[ -]?injections?\b|\bsqli\b/i],
  ['xxe', /\bxxe\b|xml external entit/i],
  ['ssrf', /\bssrf\b|server.side request forger/i],
  [
    'path-traversal',
    /\b(?:path|directory)[ -]traversals?\b|\bzip[ -]?slip\b|arbitrary file (?:read|write|delet|download|access|inclu)|local file inclusion/i,
  ],
  ['open-redirect', /\bopen[ -]?redirect/i],
  ['prototype-pollution', /prototype[ -]pollution/i],
  ['redos', /\bredos\b|catastrophic backtrack|regular expression denial|regex (?:dos|denial)/i],
  [
    'deserialization',
    /(?:unsafe|insecure|untrusted|object) (?:de|un)seriali[sz]|(?:de|un)seriali[sz]ation (?:vuln|of untrusted|attack)|php object injection/i,
  ],
  [
    'code-injection',
    /\b(?:code|template|expression) injections?\b|\bssti\b|remote code execution|\brce\b|sandbox escape/i,
  ],
  ['command-injection', /\b(?:command|argument|shell|option) injections?\b/i],
  ['header-injection', /\b(?:header|crlf) injections?\b|response splitting/i],
  ['xss', /\bxss\b|cross[ -]site[ -]scripting|html injections?\b/i],
];
