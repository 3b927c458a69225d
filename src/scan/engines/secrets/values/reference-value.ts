/**
 * A value that only points to the secret: a variable, a template, a call, a path, a field of something else. Values are at most
 * 1,200 characters long and no pattern here repeats a repetition, so each test is linear.
 */
export function isReference(value: string): boolean {
  // The scheme of a stored password and the marks of a password hash look like a template and are none.
  if (/^\{(?:SSHA|SHA|MD5|CRYPT)\}|^\$(?:\d|[a-z0-9]{1,12}\$|argon2|pbkdf2)/.test(value)) return false;
  return isPath(value) || references.some((pattern) => pattern.test(value));
}

/** The address of something, without a user and a password in it. */
export function isPlainAddress(value: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/[^@\s]*$/i.test(value);
}

/** A path is made of names; base64 has slashes as well, between pieces of noise. */
function isPath(value: string): boolean {
  if (!/^(?:\.{0,2}|~)\/[\w.-]{1,100}(?:\/[\w.-]{1,100}){1,12}\/?$/.test(value)) return false;
  return !value
    .split('/')
    .some((piece) => piece.length >= 8 && /\d/.test(piece) && /[a-z]/.test(piece) && /[A-Z]/.test(piece));
}

const references: readonly RegExp[] = [
  // A name that a library keeps for itself.
  /^\$\$[A-Za-z]\w{2,60}$/,
  // $NAME, ${NAME}, $(command), %NAME%, %(name)s, %s
  /^\$[A-Za-z_{(]/,
  /\$\{[^}]{0,80}\}|\$\([^)]{1,80}\)/,
  /^%[A-Za-z_({]|%\([^)]{1,40}\)|%[sdv]\b/,
  // {{ name }}, #{name}, <% name %>, {name}, {call(name)}, <name>
  /\{\{|#\{[^}]{1,60}\}|<%|\{(?:[A-Za-z_.]{0,40}|[A-Z][A-Z0-9]{0,30}_[A-Z0-9_]{0,30})(?:\([^)]{0,80}\))?\}|^<.{0,400}>$/,
  // {Name:format}, and nothing else: what is put in its place is elsewhere.
  /^\{[A-Za-z][\w. -]{0,40}:[^{}"']{0,80}\}$/,
  // {name.call(… and {name[…: an expression inside a text that is put together when it runs.
  /\{[A-Za-z_]\w{2,60}[.([]/,
  // The gaps of our own examples, and expressions that describe values.
  /^\(?\[[^\]]{2,80}\][+*{]/,
  /\{[A-Za-z0-9]{1,10}:\d{1,4}(?:\}|$)|\[[^\]]{2,40}\]\{\d|\\[dwS][+*{]|\[[^\]]{0,40}[a-z0-9]-[a-z0-9][^\]]{0,40}\][+*]/i,
  // The documents that a list refers to.
  /^,?(?:\[[A-Za-z]{2,12}[ -]?\d{1,6}\]?){1,8}$/,
  // One class of characters and nothing else, and what sed takes out of a line.
  /^\[[^\]\n]{0,80}(?:a-z|0-9)[^\]\n]{0,80}\]$/i,
  /\\\(\[\^[^\]]{1,20}\]\*\\\)/,
  /^(?:process\.env|os\.environ|env[.:[(]|getenv|secrets?[.:[]|vars?\.|data\.|local\.|config\.|settings\.|self\.|this\.)/i,
  /^(?:System\.getenv|ENV\[|@|vault:|arn:aws|(?:op|keeper|bw|awssm|gcpsm|azurekv|doppler|akeyless|infisical):\/\/|ssm:|sops:|!(?:ref|sub|vault))/i,
  // name.of.something
  /^[A-Za-z_]{1,30}\d{0,2}(?:\.[A-Za-z_]{1,30}\d{0,2}){2,8}$/,
  // An expression that is cut off where a quote in it seems to end the text: #{name("
  /[#$]\{[^}#$]*$/,
  // The replacement of sed: the part that is kept, and a variable behind it.
  /\\[1-9]\$[A-Za-z_{]/,
  // A handler of an event, and code behind the end of the text that the name is in.
  /^\([\w$ ,]{0,80}\) {0,2}=>|^\+ ?[A-Za-z_$][\w$.]{0,60} ?[),;+]|^['"] ?\+|^" ?\. ?[A-Za-z_$\\]/,
  // What a style sheet makes a colour or a length of, the type of a column, and keys of a keyboard.
  /^(?:var|light-dark|rgba?|hsla?|oklch|color-mix|calc|linear-gradient)\(/,
  /^(?:n?varchar2?|n?char|varbinary|decimal|numeric)\(\d{1,5}(?:,\d{1,3})?\)/i,
  /^(?:(?:ctrl|control|shift|alt|option|cmd|command|meta|super)[-+]){1,4}[A-Za-z0-9]{1,9}(?:\||$)/i,
  // A class of PHP in its namespace, and what Laravel checks a field for.
  /^\\{0,2}[A-Za-z_]\w{0,60}(?:\\{1,2}[A-Za-z_]\w{0,60}){2,12}$|^(?:required|nullable|sometimes|confirmed|present|string)\|/,
  // The number of a text in the language that Crowdin translates pages with while they are shown.
  /^crwdns\d{1,12}:/,
  // A selector of a page.
  /^[#.][A-Za-z]{2,30}(?:[-_][A-Za-z]{1,30}){0,6}$/,
  // [Your key goes here], and what was cut off.
  /^\[[A-Za-z][A-Za-z _-]{2,60}\]?$|\.\.\.$|(?:\u2026|\u00e2\u0080\u00a6)$/,
  // A route of an API.
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \//,
  // (Get-Secret name).Value: a field of what a command gives.
  /^\([A-Za-z][\w ./$-]{1,80}\)(?:\.[A-Za-z]\w{0,40}){1,4}$/,
  // A package that a manager finds elsewhere, and a route with parameters.
  /^(?:workspace|catalog|npm|link|portal|patch):[\w@^~*.:/-]{0,100}$|^(?:\/[\w.-]{1,60})+\/:[A-Za-z]\w{0,40}(?:\/|$)/,
  // A name in a register: urn:oid:2.5.4.35.
  /^urn:[a-z0-9][a-z0-9-]{1,31}:/i,
  // A version, a path, a file.
  /^[\^~v]?\d{1,4}\.\d{1,4}\.\d/,
  // What was encrypted for a key that is elsewhere: sealed secrets, sops, jasypt, Spring, Vault, KMS, dotenvx.
  /^Ag[A-D][A-Za-z0-9+/]{100,}={0,2}$|^ENC[([]|^\{cipher\}|^vault:v\d:|^AQICA[A-Za-z0-9+/]{60,}|^encrypted:|^EJ\[\d/,
  // A commit of a dependency.
  /^[\w./-]{1,80}#[0-9a-f]{7,40}$/,
  /\.(?:pem|key|json|ya?ml|txt|crt|cer|p12|pfx|jks|env|conf|ini|pub|php|py|js|ts|html|xml)$/i,
];
