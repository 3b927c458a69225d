/**
 * Whether an expression of a page can write nothing but texts that stand in it and numbers: `active ? ' class="on"' : ''`, `'<b>' . count($x) . '</b>'`.
 * Whatever the condition is made of, it is not written. Knows the little that Ruby, PHP, Twig, Jinja and JavaScript have in common there.
 */
export function isFixedText(expression: string): boolean {
  if (expression.length > maxLength) return false;
  const tokens = tokensOf(expression);
  return tokens !== undefined && tokens.length > 0 && isFixed(tokens);
}

const maxLength = 1_000;

function tokensOf(expression: string): string[] | undefined {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(expression); match; match = token.exec(expression)) {
    if (match[0].trim() !== '') tokens.push(match[0]);
    if (token.lastIndex === expression.length) return tokens;
  }
  return undefined;
}

const token =
  /\s+|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|\d[\d.]*|[$@]*[A-Za-z_]\w*[?!]?(?![\w=])|->|::|\?\?|\?\.|\?:|&&|\|\||[=!<>]=+|=>|[^\s'"]/y;

function isFixed(tokens: readonly string[]): boolean {
  if (tokens.length === 0) return false;
  if (tokens[0] === '(' && closing(tokens, 0) === tokens.length - 1) return isFixed(tokens.slice(1, -1));
  if (tokens[0] === 'raw' && tokens.length > 1) return isFixed(tokens.slice(1));
  const condition = topLevel(tokens, ['if', 'unless']);
  if (condition > 0) {
    const otherwise = topLevel(tokens, ['else']);
    return isFixed(tokens.slice(0, condition)) && (otherwise < 0 || isFixed(tokens.slice(otherwise + 1)));
  }
  const wrapped = unwrapped(tokens);
  if (wrapped) return isFixed(wrapped);
  const question = questionAt(tokens);
  if (question >= 0) {
    const rest = tokens.slice(question + 1);
    const colon = topLevel(rest, [':']);
    return colon > 0 && isFixed(rest.slice(0, colon)) && isFixed(rest.slice(colon + 1));
  }
  if (tokens.at(-2) === '.' && keepingMethods.has(tokens.at(-1)!)) return isFixed(tokens.slice(0, -2));
  if (isNumber(tokens) || isTranslation(tokens)) return true;
  const join = topLevel(tokens, ['.', '~', '+']);
  if (join > 0) return isFixed(tokens.slice(0, join)) && isFixed(tokens.slice(join + 1));
  // A filter binds closer than what joins texts.
  const filter = lastTopLevel(tokens, ['|']);
  if (filter > 0) {
    const [name, ...more] = tokens.slice(filter + 1);
    if (name === undefined || more.length > 0) return false;
    return cleaningFilters.has(name) || (keepingFilters.has(name) && isFixed(tokens.slice(0, filter)));
  }
  return tokens.length === 1 && isFixedLiteral(tokens[0]!);
}

/** What a call that marks a text as markup is given: `Html.Raw("<hr>")`, `new HtmlString("<hr>")`. */
function unwrapped(tokens: readonly string[]): readonly string[] | undefined {
  const open = tokens.indexOf('(');
  if (open < 1 || closing(tokens, open) !== tokens.length - 1) return undefined;
  return markupMakers.has(tokens.slice(0, open).join('').replace(/^@/, ''))
    ? tokens.slice(open + 1, -1)
    : undefined;
}

/** Where the condition of a choice ends. `on? a : b` is one as well, although a name may end in that sign. */
function questionAt(tokens: readonly string[]): number {
  const mark = topLevel(tokens, ['?']);
  if (mark >= 0 || topLevel(tokens, [':']) < 0) return mark;
  const names = tokens.filter((part) => part.length > 1 && /^\w+\?$/.test(part));
  return names.length === 1 ? topLevel(tokens, names) : -1;
}

/** A text without places that a value is put into. */
function isFixedLiteral(literal: string): boolean {
  if (/^\d/.test(literal) || empty.has(literal)) return true;
  if (!/^["']/.test(literal)) return false;
  return literal.startsWith("'") || !/[#$]\{|\{\$|\$\w|#[@$]/.test(literal);
}

/**
 * A call that gives a number whatever it is given, or the count of a collection. `$a->count()` is one and `$name . $a->count()` is a text: in PHP the point
 * joins. A field that is called `count` may hold anything.
 */
function isNumber(tokens: readonly string[]): boolean {
  if (numberFunctions.has(tokens[0]!) && tokens[1] === '(') return closing(tokens, 1) === tokens.length - 1;
  if (tokens.at(-1) !== ')' || tokens.at(-2) !== '(' || !counts.has(tokens.at(-3)!)) return false;
  const chain = tokens.slice(0, -2);
  const member = chain.at(-2);
  if (member !== '->' && member !== '.') return false;
  const isName = member === '->' ? /^\$?\w+$/ : /^@?[A-Za-z_]\w*$/;
  return chain.every((part, at) => (at % 2 === 1 ? part === member : isName.test(part)));
}

/** `t('key')`: a text of the project's own. With values it is no longer fixed. */
function isTranslation(tokens: readonly string[]): boolean {
  if (tokens.at(-2) === '.' && textsOf.has(tokens.at(-1)!)) return isTranslation(tokens.slice(0, -2));
  const [name, ...rest] = tokens;
  const isIndexed = rest[0] === '[' && rest.at(-1) === ']';
  if (!(isIndexed ? localizers : translations).has(name!)) return false;
  const args = isIndexed || (rest[0] === '(' && rest.at(-1) === ')') ? rest.slice(1, -1) : rest;
  return args.length === 1 && isFixedLiteral(args[0]!);
}

function topLevel(tokens: readonly string[], wanted: readonly string[]): number {
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (depth === 0 && wanted.includes(tokens[at]!)) return at;
    depth += step(tokens[at]!);
  }
  return -1;
}

function lastTopLevel(tokens: readonly string[], wanted: readonly string[]): number {
  let depth = 0;
  for (let at = tokens.length - 1; at >= 0; at--) {
    if (depth === 0 && wanted.includes(tokens[at]!)) return at;
    depth += step(tokens[at]!);
  }
  return -1;
}

function closing(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    depth += step(tokens[at]!);
    if (depth === 0) return at;
  }
  return -1;
}

function step(part: string): number {
  if (part === '(' || part === '[' || part === '{') return 1;
  return part === ')' || part === ']' || part === '}' ? -1 : 0;
}

/** What writes nothing, or one word. */
const empty = new Set(['null', 'nil', 'None', 'none', 'undefined', 'true', 'false']);
const numberFunctions = new Set([
  'number_format',
  'count',
  'sizeof',
  'intval',
  'floatval',
  'strlen',
  'round',
  'floor',
  'ceil',
  'abs',
]);
const counts = new Set(['count', 'size', 'length']);
const translations = new Set(['t', 'T', 'trans', '__', '_', 'gettext', 'translate']);
/** Of ASP.NET: `Localizer["Title"]`. */
const localizers = new Set(['L', 'Localizer', 'localizer', '_localizer', 'SharedLocalizer']);
const textsOf = new Set(['Text', 'Value']);
const markupMakers = new Set([
  'Html.Raw',
  'newHtmlString',
  'newMvcHtmlString',
  'MvcHtmlString.Create',
  'mark_safe',
]);
const keepingFilters = new Set([
  'raw',
  'safe',
  'trans',
  'translate',
  't',
  'trim',
  'upper',
  'lower',
  'capitalize',
  'title',
  'nl2br',
]);
/** What they give has no markup, whatever they are given. */
const cleaningFilters = new Set(['url_encode', 'urlencode', 'length', 'count']);
const keepingMethods = new Set(['html_safe', 'freeze', 'to_s', 'strip']);
