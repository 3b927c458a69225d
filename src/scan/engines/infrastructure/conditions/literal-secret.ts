const secretName =
  /(^|[_\-.])(pass(word|wd|phrase)?|secret([_-]?(key|id|access[_-]?key))?|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?|client[_-]?secret|conn(ection)?[_-]?str(ing)?)($|[_\-.])/i;
const namesOnly =
  /(_|-)(name|id|arn|path|file|url|uri|ref|version|length|expiry|ttl|type|policy|enabled|count|size|host|user|username|secret_name|iterations|rounds|attempts|retries|days|hours|minutes|seconds|timeout|min|max|limit|regex|pattern|prefix|suffix|header|field|provider|algorithm|label|slot|issuer|audience|scopes?|format|location|dir|folder|bucket|region|engine|store|backend|driver|mode)$/i;
const placeholder =
  /^(?:|\W*none\W*|x+|\*+|\.+|-|none|null|true|false|changeme|change[_-]me|todo|tbd|example|placeholder|redacted|dummy|sample|templated|your[_-].*|<.*>|\[.*\]|\{.*\}|%.*%)$/i;
/** Words that only a stand-in has anywhere in it. */
const standIn =
  /^(?:my|some|the)[-_]?(?:\w{1,20}[-_])?(?:password|passwd|secret|token|user(?:name)?|key)$|x{4,}|replace|change[_-]?(?:me|this|it)|to[_-]be[_-]|^your|insert[_-]|placeholder|redacted|fixme|^dummy|^abc123$/i;

/** A name under which people keep something that nobody else may know. */
export function looksLikeSecretName(name: string): boolean {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return secretName.test(spaced) && !namesOnly.test(spaced);
}

/** A value that is itself the secret: not a reference that is resolved later, not a stand-in, not a sentence. */
export function looksLikeSecretValue(value: string): boolean {
  if (value.length < 4 || placeholder.test(value) || standIn.test(value)) return false;
  if (
    /\$\{|\$\(|^\$[A-Za-z_]|\{\{|^(arn|vault|ssm|secretsmanager|env|op|gcpkms|projects|aws|file|https?):|^\/[\w/.-]+$/i.test(
      value,
    )
  )
    return false;
  return !/\s/.test(value.trim()) || /-----BEGIN/.test(value);
}

/** `ARG MAPS_API_KEY=maps-api-key`: the words of the name stand where the value will. */
export function repeatsName(name: string, value: string): boolean {
  const words = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return /[_-]/.test(value) && `_${words(name)}`.endsWith(`_${words(value)}`);
}
