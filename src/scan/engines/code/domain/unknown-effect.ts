import { labelMask } from '../knowledge/labels.ts';

/**
 * A function of which nothing is known may give anything for what goes in: a text that it made of it, or something that it found by it. Only the first does
 * the harm that went in, so that what comes out counts as data that has passed a check of that name. What a name says about texts and collections is taken
 * at its word.
 */
export function unknownEffect(name: string): string | undefined {
  return name === '' || (isHandOn(wordsOf(name)) && !saysItMasks(name)) ? undefined : effectOf(name);
}

/** A function of which nothing is known but that it says that it leaves no markup: `htmlEncode(x)`, `escape_html(x)`. */
export function leavesNoMarkup(name: string): boolean {
  const words = wordsOf(name);
  return words.includes('html') && words.some((word) => masks.has(word));
}

/** What escapes does not hand on what it was given, for whatever it escapes. */
function saysItMasks(name: string): boolean {
  return wordsOf(name).some((word) => quotes.has(word));
}

/** A function of which nothing is known but that it says that it escapes texts for a statement: `db_escape_string(x)`, `sql_quote(x)`. */
export function leavesNoQuotes(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => quotes.has(word)) && words.some((word) => ofStatements.has(word));
}

/** Whether a function of which nothing is known says that it takes the harm of these kinds out of a text. */
export function saysItEscapes(name: string, label: number): boolean {
  return (label & statements) !== 0 && leavesNoQuotes(name);
}

const statements = labelMask(['sql']);

/** How a function that data went through is named where a check is. */
export function effectOf(name: string): string {
  return `${name}()`;
}

/** Whether a check is no test of the data but a function that data went through. */
export function isEffect(check: string): boolean {
  return check.endsWith('()') || isPartOfEffect(check);
}

/** Whether it is a part of what such a function gave: `find() → title` is a field of something that was found by the data, which is not in it. */
export function isPartOfEffect(check: string): boolean {
  return check.includes(partMark);
}

/** The check that a part of what a field of an object holds has passed: what was put into the field may be in another part of it. */
export function checkOfOwnPart(part: string): string {
  return `.${part}`;
}

/** Whether all that is doubted is which part of a field holds what was put into it. */
export function isOwnPart(check: string | undefined): boolean {
  return check?.startsWith('.') === true;
}

/** The check that a part of something has passed; methods that make a text of it, or end a chain of calls that builds something, hand all of it on. */
export function checkOfPart(check: string | undefined, part: string): string | undefined {
  if (check === undefined || !check.endsWith('()') || isPartOfEffect(check)) return check;
  const words = wordsOf(part);
  return isItem.test(part) || isHandOn(words) || ends.has(words[0]!) ? check : `${check}${partMark}${part}`;
}

/** What a function gives later was mostly asked of a database or another program: a record that was found by the data. What a renderer gives is a text. */
export function checkOfAwaited(check: string | undefined): string | undefined {
  if (check === undefined || !check.endsWith('()') || isPartOfEffect(check)) return check;
  return saysItWrites(check.slice(0, -2)) ? check : `${check}${partMark}result`;
}

/** A function of which nothing is known but that it says that it makes a text of what it is given: `render_note(x)`. */
export function saysItWrites(name: string): boolean {
  return wordsOf(name).some((word) => writes.has(word));
}

/** No code has it, so that no expression that was asked is taken for a part. */
const partMark = ' \u2192 ';

function isHandOn(words: readonly string[]): boolean {
  return makes.has(words[0]!) || (!finds.has(words[0]!) && words.some((word) => handsOn.test(word)));
}

/** `toBase64URL` and `to_base64_url` have the same words. */
function wordsOf(name: string): readonly string[] {
  let words = known.get(name);
  if (!words) {
    words = name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
      .toLowerCase()
      .split(/[^a-z0-9]+/);
    if (known.size >= maxKnown) known.clear();
    if (name.length <= maxLength) known.set(name, words);
  }
  return words;
}

/** Of the names asked for last: a file calls the same methods again and again. */
const known = new Map<string, readonly string[]>();
const maxKnown = 4096;
/** A name of the program's choice may be as long as its file. */
const maxLength = 100;

/** What a name begins with that says what it makes: `to_text`, `asString`, but not `asset` and not `size_of`. */
const makes: ReadonlySet<string> = new Set(['of', 'to', 'as', 'from', 'wrap']);

/** The item of a list is as good as the list: `pieces(x)[0]`. */
const isItem = /^\d*$/;

/** What the last call of a builder is named after: `host(x).build()`. */
const ends: ReadonlySet<string> = new Set(
  'build make create finish end done complete render compile execute run send body content response result data'.split(
    ' ',
  ),
);

/** What a name begins with that says that something is found by what goes in: `findUrls`, `viewEntityList`. */
const finds: ReadonlySet<string> = new Set('find fetch load lookup query search select view'.split(' '));

/** What makes a text of what it is given, also where that takes time, or waits for several at once. */
const writes: ReadonlySet<string> = new Set(
  'render compile template format convert transform markdown highlight generate build process interpolate evaluate page view when gather all'.split(
    ' ',
  ),
);

const masks: ReadonlySet<string> = new Set(['encode', 'encoded', 'escape', 'escaped', 'entities']);

const quotes: ReadonlySet<string> = new Set(['escape', 'escaped', 'quote', 'quoted', 'esc']);

/** What a text is escaped for, or how databases name what escapes it. */
const ofStatements: ReadonlySet<string> = new Set(
  'sql db database mysql mysqli pgsql query real string literal'.split(' '),
);

/** Words about texts and collections: `lower` and `lowercase`, but `sub` without `submit`. */
const handsOn =
  /^(?:(?:trim|strip|lower|upper|decod|encod|escap|unescap|format|concat|join|append|replac|slic|split|string|str(?:to|rev|pad|tr)|text|value|pars|sort|revers|list|array|merg|assign|copy|clon|extend|uniq|flat|byte|buffer|json|yaml|html|print|quot|unquot|(?:de)?seriali[sz]|unmarshal)|.*(?:case|decode|encode|escape|replace|string)$|(?:to|as|from)[a-z]*(?:str|string|text|int|json|html|bytes|array|list|lower|upper|raw)$|(?:g?sub|substr|s?printf?|map|maps|mapped|str|url|urls|uri|uris|then|resolve|resolved|bind|apply|call)$)/;
