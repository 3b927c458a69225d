/**
 * A function of which nothing is known may give anything for what goes in: a text that it made of it, or something that it found by it. Only the first does
 * the harm that went in, so that what comes out counts as data that has passed a check of that name. What a name says about texts and collections is taken
 * at its word.
 */
export function unknownEffect(name: string): string | undefined {
  return name === '' || isHandOn(wordsOf(name)) ? undefined : effectOf(name);
}

/** How a function that data went through is named where a check is. */
export function effectOf(name: string): string {
  return `${name}()`;
}

/** Whether a check is no test of the data but a function that data went through. */
export function isEffect(check: string): boolean {
  return check.endsWith('()');
}

function isHandOn(words: readonly string[]): boolean {
  return makes.has(words[0]!) || (!finds.has(words[0]!) && words.some((word) => handsOn.test(word)));
}

/** `toBase64URL` and `to_base64_url` have the same words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** What a name begins with that says what it makes: `to_text`, `asString`, but not `asset` and not `size_of`. */
const makes: ReadonlySet<string> = new Set(['of', 'to', 'as', 'from', 'wrap']);

/** What a name begins with that says that something is found by what goes in: `findUrls`, `viewEntityList`. */
const finds: ReadonlySet<string> = new Set('find fetch load lookup query search select view'.split(' '));

/** Words about texts and collections: `lower` and `lowercase`, but `sub` without `submit`. */
const handsOn =
  /^(?:(?:trim|strip|lower|upper|decod|encod|escap|unescap|format|concat|join|append|replac|slic|split|string|str(?:to|rev|pad|tr)|text|value|pars|sort|revers|list|array|merg|assign|copy|clon|extend|uniq|flat|byte|buffer|json|yaml|html|print|quot|unquot)|.*(?:case|decode|encode|escape|replace|string)$|(?:to|as|from)[a-z]*(?:str|string|text|int|json|html|bytes|array|list|lower|upper|raw)$|(?:g?sub|substr|s?printf?|map|maps|mapped|str|url|urls|uri|uris|then|resolve|resolved|bind|apply|call)$)/;
