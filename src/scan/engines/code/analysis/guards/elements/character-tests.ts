import { matchedText } from '../../../../../formats/regex/matched-characters.ts';
import type { CharacterSet } from '../../../../../formats/regex/pattern-reader.ts';
import type { Expr } from '../../../ir/ir.ts';

/**
 * The characters with which a condition about one character may have an outcome: `c >= 'a' && c <= 'z' || c == '_'`, `unicode.IsLetter(c)`,
 * `ch.isalnum()`, `ch in 'abc'`, `/\w/.test(ch)`. What is not understood may go either way. The last flag stands for all that is not ASCII.
 */
export function charactersWhere(
  condition: Expr,
  character: string | Character,
  outcome: boolean,
): CharacterSet {
  const about = typeof character === 'string' ? characterNamed(character) : character;
  const flags = new Uint8Array(characters);
  for (let code = 0; code < characters; code++) {
    const holds = truth(condition, about, code, 0);
    flags[code] = holds === undefined || holds === outcome ? 1 : 0;
  }
  return flags;
}

/** What a condition calls the character, and what is known of the texts that it is looked for in. */
export interface Character {
  readonly is: (expr: Expr) => boolean;
  readonly textOf?: (expr: Expr) => string | undefined;
}

function characterNamed(name: string): Character {
  return { is: (expr) => expr.k === 'name' && expr.name === name };
}

type Truth = boolean | undefined;

function truth(expr: Expr, name: Character, code: number, depth: number): Truth {
  if (depth > maxDepth) return undefined;
  const inner = (part: Expr) => truth(part, name, code, depth + 1);
  switch (expr.k) {
    case 'const':
      return typeof expr.value === 'boolean' ? expr.value : undefined;
    case 'unary': {
      const held = expr.op === '!' || expr.op === 'not' ? inner(expr.value) : undefined;
      return held === undefined ? undefined : !held;
    }
    case 'logic': {
      if (expr.op !== 'or' && expr.op !== 'and') return undefined;
      const decides = expr.op === 'or';
      let isOpen = false;
      for (const part of chained(expr)) {
        const held = inner(part);
        if (held === decides) return decides;
        isOpen ||= held === undefined;
      }
      return isOpen ? undefined : !decides;
    }
    case 'binary':
      return compared(expr, name, code);
    case 'call':
      return asked(expr, name, code);
    default:
      return undefined;
  }
}

/** `a || b || c`: the conditions of a chain, in which each is as deep as the first. */
function chained(expr: Expr & { k: 'logic' }): Expr[] {
  const parts: Expr[] = [];
  let left: Expr = expr;
  while (left.k === 'logic' && left.op === expr.op && parts.length < maxChained) {
    parts.push(left.right);
    left = left.left;
  }
  return [left, ...parts];
}

function compared({ op, left, right }: Expr & { k: 'binary' }, name: Character, code: number): Truth {
  if (op === 'in' || op === 'not in') {
    const held = isCharacter(left, name) ? among(right, code, name) : undefined;
    return held === undefined ? undefined : held === (op === 'in');
  }
  const isLeft = isCharacter(left, name);
  const other = isLeft ? right : isCharacter(right, name) ? left : undefined;
  const limit = other?.k === 'const' ? codeOf(other.value) : undefined;
  if (limit === undefined) return undefined;
  const order = isLeft ? code - limit : limit - code;
  switch (op) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return undefined;
  }
}

/** A call that asks what kind of character it is, or whether it is one of a text. */
function asked({ callee, args }: Expr & { k: 'call' }, name: Character, code: number): Truth {
  const method = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  const receiver = callee.k === 'member' ? callee.object : undefined;
  const [first, second] = args.map(({ value }) => value);
  const isAbout = (receiver && isCharacter(receiver, name)) || (first && isCharacter(first, name));
  const kind = kinds.get(method.replaceAll('_', '').toLowerCase());
  if (kind && isAbout) return kind(code);
  if (receiver?.k === 'regex' && first && isCharacter(first, name)) return matches(receiver, code);
  if (!holding.has(method)) return undefined;
  // `strings.ContainsRune("abc", c)` and `"abc".includes(c)`.
  const [text, about] = second ? [first, second] : [receiver, first];
  return text && about && isCharacter(about, name) ? among(text, code, name) : undefined;
}

function matches({ pattern, flags }: Expr & { k: 'regex' }, code: number): Truth {
  const said = matchedText(`/^(?:${pattern})$/${flags}`, 'none', flags.includes('m'));
  return said?.whole && !said.whole[code] ? false : undefined;
}

function isCharacter(expr: Expr, name: Character): boolean {
  if (name.is(expr)) return true;
  // `rune(c)`, `String(ch)`.
  return (
    expr.k === 'call' &&
    expr.callee.k === 'name' &&
    expr.args.length === 1 &&
    isCharacter(expr.args[0]!.value, name)
  );
}

function among(expr: Expr, code: number, about: Character): Truth {
  const text = textIn(expr, about);
  if (text !== undefined)
    return code < notAscii ? text.includes(String.fromCharCode(code)) : [...text].some(isForeign);
  if (expr.k !== 'list' || expr.items.length === 0) return undefined;
  const codes = expr.items.map(({ value, spread }) =>
    value.k === 'const' && !spread ? codeOf(value.value) : undefined,
  );
  return codes.includes(undefined) ? undefined : codes.includes(code);
}

/** A literal, what a constant is, `string.ascii_letters`, and what these are put together to. */
function textIn(expr: Expr, about: Character): string | undefined {
  if (expr.k === 'const') return typeof expr.value === 'string' ? expr.value : undefined;
  if (expr.k === 'binary' && expr.op === '+') {
    const [left, right] = [textIn(expr.left, about), textIn(expr.right, about)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  const listed = expr.k === 'member' && expr.object.k === 'name' && expr.object.name === 'string';
  return (listed ? listedTexts.get(expr.property) : undefined) ?? about.textOf?.(expr);
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
/** The module `string` of Python. */
const listedTexts: ReadonlyMap<string, string> = new Map([
  ['ascii_letters', lower + lower.toUpperCase()],
  ['ascii_lowercase', lower],
  ['ascii_uppercase', lower.toUpperCase()],
  ['digits', digits],
  ['hexdigits', `${digits}abcdefABCDEF`],
]);

function isForeign(char: string): boolean {
  return char.codePointAt(0)! >= notAscii;
}

function codeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.min(value, notAscii);
  if (typeof value !== 'string' || [...value].length !== 1) return undefined;
  return Math.min(value.codePointAt(0)!, notAscii);
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isLower = (code: number) => code >= 97 && code <= 122;
const isUpper = (code: number) => code >= 65 && code <= 90;
const isLetter = (code: number): Truth =>
  isLower(code) || isUpper(code) || (code >= notAscii ? undefined : false);
const isEither = (code: number): Truth => isDigit(code) || isLetter(code);
const isSpace = (code: number): Truth =>
  (code >= 9 && code <= 13) || code === 32 || (code >= notAscii ? undefined : false);

const notAscii = 128;
const characters = 129;
const maxDepth = 12;
const maxChained = 64;

/** Questions about a character by the names that languages and their libraries have for them, in small letters and without underscores. */
const kinds: ReadonlyMap<string, (code: number) => Truth> = new Map([
  ...['isalnum', 'isletterordigit', 'isalphanumeric', 'isasciialphanumeric', 'ctypealnum'].map(
    (name) => [name, isEither] as const,
  ),
  ...['isalpha', 'isletter', 'isalphabetic', 'isasciialphabetic', 'ctypealpha'].map(
    (name) => [name, isLetter] as const,
  ),
  ...['isdigit', 'isnumber', 'isdecimal', 'isnumeric', 'isasciidigit', 'ctypedigit'].map(
    (name) =>
      [name, (code: number): Truth => isDigit(code) || (code >= notAscii ? undefined : false)] as const,
  ),
  ...['islower', 'islowercase'].map(
    (name) =>
      [name, (code: number): Truth => isLower(code) || (code >= notAscii ? undefined : false)] as const,
  ),
  ...['isupper', 'isuppercase'].map(
    (name) =>
      [name, (code: number): Truth => isUpper(code) || (code >= notAscii ? undefined : false)] as const,
  ),
  ...['isspace', 'iswhitespace'].map((name) => [name, isSpace] as const),
]);

const holding = new Set(['ContainsRune', 'Contains', 'includes', 'include?', 'contains', 'has']);
