import { lastName } from '../domain/callee.ts';
import { fieldKey } from '../domain/facts.ts';
import type { Step } from '../domain/taint.ts';
import type { Argument, Expr, Span } from '../ir/ir.ts';
import { type Label, labelMask } from '../knowledge/labels.ts';
import { quotedCode } from './quoted-code.ts';
import type { SourcePlaces } from './source-places.ts';

/** What happens to the data at one step of its way, such as "assigned to `name`". */
export function stepText({ span, how }: Pick<Step, 'span' | 'how'>, places: SourcePlaces): string {
  const code = quotedCode(places.code(span));
  if (how === 'parameter') return `passed in as ${code}`;
  if (how === 'called') return `passed to ${code}`;
  if (how === 'returned') return `returned by ${code}`;
  if (how === 'element') return `taken from the collection as ${code}`;
  if (how === 'joined') return `concatenated into ${code}`;
  if (how === 'callback') return `handed to the function in ${code}`;
  switch (kindOf(span)) {
    case 'call':
      return `passed through ${code}`;
    case 'member':
    case 'index':
      return `stored in ${code}`;
    default:
      return `assigned to ${code}`;
  }
}

/** What happens at the end of the way, such as "concatenated into SQL: `db.query('…' + id)`". */
export function sinkText(code: string, label: number, isJoined: boolean): string {
  const into = isJoined ? nouns.find(([mask]) => mask & label)?.[1] : undefined;
  const quoted = quotedCode(code);
  if (into !== undefined) return `concatenated into ${into}: ${quoted}`;
  if (assignment.test(code)) return `assigned in ${quoted}`;
  return `${code.includes('(') ? 'passed to' : 'used in'} ${quoted}`;
}

/** Whether the text that arrives there is put together right there. */
export function isJoinedAt(span: Span): boolean {
  const node = span as Partial<Expr> & { args?: Argument[] };
  if (node.k === 'call') return node.args?.some(({ value }) => isJoined(value)) ?? false;
  return isJoined(span as Partial<Expr>);
}

function isJoined(expr: Partial<Expr>): boolean {
  return expr.k === 'template' || (expr.k === 'binary' && expr.op === '+');
}

/** At a call of a function in another file. */
export function calledText(callee: readonly string[]): string {
  return `passed to ${calleeCode(callee)}`;
}

/** Where the result of such a call, or a field of an object from there, is used. */
export function returnedText(callee: readonly string[]): string {
  return `${isField(callee) ? 'read from' : 'returned by'} ${calleeCode(callee)}`;
}

function isField(callee: readonly string[]): boolean {
  return callee.at(-1)?.startsWith(fieldKey('')) ?? false;
}

function calleeCode(callee: readonly string[]): string {
  const name = lastName(callee).replace(/^~/, '');
  return quotedCode(isField(callee) ? name.slice(fieldKey('').length) : `${name}()`);
}

function kindOf(span: Span): string | undefined {
  return (span as Partial<Expr>).k;
}

const assignment = /^[^=(]*[^=!<>(]=(?!=)/;

const nouns = (
  [
    ['sql', 'SQL'],
    ['nosql', 'a NoSQL query'],
    ['shell', 'a shell command'],
    ['option', 'an argument of a program'],
    ['code', 'code that is run'],
    ['template', 'a template'],
    ['html', 'HTML'],
    ['path', 'a file path'],
    ['url', 'a URL'],
    ['redirect', 'the URL of a redirect'],
    ['xml', 'XML'],
    ['xpath', 'an XPath query'],
    ['ldap', 'an LDAP query'],
    ['log', 'a log entry'],
    ['header', 'a header'],
    ['regex', 'a regular expression'],
    ['mail', 'a mail'],
    ['prompt', 'a prompt'],
  ] satisfies Array<[Label, string]>
).map(([name, noun]) => [labelMask([name]), noun] as const);
