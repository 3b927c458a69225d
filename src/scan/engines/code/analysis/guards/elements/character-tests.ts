import { matchedText } from '../../../../../formats/regex/matched-characters.ts';
import type { CharacterSet } from '../../../../../formats/regex/pattern-reader.ts';
import type { Expr } from '../../../ir/ir.ts';

/**
 * The characters with which a condition about one character may have an outcome: `c >= 'a' && c <= 'z' || c == '_'`, `unicode.IsLetter(c)`,
 * `ch.isalnum()`, `ch in 'abc'`, `/\w/.test(ch)`. What is not understood may go either way. The last flag stands for all that is not ASCII.
 */
export function charactersWhere(condition: Expr, character: string, outcome: boolean): CharacterSet {
  const flags = new Uint8Array(characters);
  for (let code = 0; code < characters; code++) {
    const holds = truth(condition, character, code, 0);
    flags[code] = holds === undefined || holds === outcome ? 1 : 0;
  }
  return flags;
}

type Truth = boolean | undefined;

function truth(expr: Expr, name: string, code: number, depth: number): Truth {
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
      const [left, right] = [inner(expr.left), inner(expr.right)];
      const decides = expr.op === 'or';
      if (expr.op !== 'or' && expr.op !== 'and') return undefined;
      if (left === decides || right === decides) return decides;
      return left === undefined || right === undefined ? undefined : !decides;
    }
    case 'binary':
      return compared(expr, name, code);
    case 'call':
      return asked(expr, name, code);
    default:
      return undefined;
  }
}

function compared({ op, left, right }: Expr & { k: 'binary' }, name: string, code: number): Truth {
  if (op === 'in' || op === 'not in') {
    const held = isCharacter(left, name) ? among(right, code) : undefined;
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
function asked({ callee, args }: Expr & { k: 'call' }, name: string, code: number): Truth {
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
  return text && about && isCharacter(about, name) ? among(text, code) : undefined;
}

function matches({ pattern, flags }: Expr & { k: 'regex' }, code: number): Truth {
  const said = matchedText(`/^(?:${pattern})$/${flags}`, 'none', flags.includes('m'));
  return said?.whole && !said.whole[code] ? false : undefined;
}

function isCharacter(expr: Expr, name: string): boolean {
  if (expr.k === 'name') return expr.name === name;
  // `rune(c)`, `String(ch)`.
  return (
    expr.k === 'call' &&
    expr.callee.k === 'name' &&
    expr.args.length === 1 &&
    isCharacter(expr.args[0]!.value, name)
  );
}

function among(expr: Expr, code: number): Truth {
  if (expr.k === 'const' && typeof expr.value === 'string')
    return code < notAscii ? expr.value.includes(String.fromCharCode(code)) : [...expr.value].some(isForeign);
  if (expr.k !== 'list' || expr.items.length === 0) return undefined;
  const codes = expr.items.map(({ value, spread }) =>
    value.k === 'const' && !spread ? codeOf(value.value) : undefined,
  );
  return codes.includes(undefined) ? undefined : codes.includes(code);
}

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

const holding = new Set(['ContainsRune', 'Contains', 'includes', 'contains', 'has']);
