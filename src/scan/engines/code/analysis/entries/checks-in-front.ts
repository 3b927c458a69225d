import type { CallEvent } from '../../domain/call-event.ts';
import type { Frame } from '../../domain/scope.ts';
import type { Argument, Expr, FunctionIr } from '../../ir/ir.ts';
import { soundsLikeCheck } from '../guards/check-names.ts';
import type { Run } from '../run.ts';

/**
 * `router.get('/files/:name', fileValidator, wrap(show))`: a function that is named after a check gets the request before the handler does. What it makes
 * sure of is not known, and may be written in another file; but somebody asked, so that what the request holds is not certainly harmful there.
 */
export function noteChecksInFront(run: Run, { expr, args }: CallEvent): void {
  if (expr.callee.k !== 'member' || expr.args.length < 2 || expr.args.length > maxArguments) return;
  if (!mayHandOn(expr.args, args)) return;
  let isAsked = false;
  for (const [i, { value }] of expr.args.entries()) {
    if (isAsked) for (const fn of handlersOf(run, value, args[i]?.closures)) run.checkedInFront.add(fn);
    isAsked ||=
      namesOf(value, maxDepth).some(soundsLikeCheck) || (i > 0 && isUnknown(value, args[i]?.closures));
  }
}

/** Whether the function around a place, or one around that, is such a handler. */
export function isCheckedInFront(checked: ReadonlySet<FunctionIr>, innermost: Frame): boolean {
  if (checked.size === 0) return false;
  for (let frame: Frame | undefined = innermost; frame; frame = frame.outer)
    if (frame.fn && checked.has(frame.fn)) return true;
  return false;
}

/** Whether behind the first argument there may be a handler at all. */
function mayHandOn(given: readonly Argument[], values: CallEvent['args']): boolean {
  for (let i = 1; i < given.length; i++) {
    const { value } = given[i]!;
    if (values[i]?.closures) return true;
    if (value.k === 'call' && value.args.some((inner) => inner.value.k === 'name')) return true;
  }
  return false;
}

/** A function of another file that gets the request before the handler, and neither says who may go on nor only reads what was sent: it may refuse it, or put something else in its place. */
function isUnknown(expr: Expr, closures: Closures): boolean {
  if (closures || (expr.k !== 'name' && expr.k !== 'member')) return false;
  const name = expr.k === 'name' ? expr.name : expr.property;
  return twoWords.test(name) && !asksWho.test(name);
}

type Closures = ReadonlyArray<{ readonly fn: FunctionIr }> | undefined;

/** The handler itself, or what a wrapper is given. */
function handlersOf(run: Run, expr: Expr, given: Closures): FunctionIr[] {
  const inner: Expr[] = expr.k === 'call' ? expr.args.map(({ value }) => value) : [];
  const wrapped = inner.flatMap((each) => (each.k === 'name' ? (run.lookup(each.name).closures ?? []) : []));
  return [...(given ?? []), ...wrapped].map(({ fn }) => fn).filter(({ parameters }) => parameters.length > 0);
}

/** What an argument is called: `fileValidator`, `validators.file`, `validate(schema)`, a list of these. */
function namesOf(expr: Expr, depth: number): string[] {
  if (depth === 0) return [];
  switch (expr.k) {
    case 'name':
      return [expr.name];
    case 'member':
      return [expr.property, ...namesOf(expr.object, depth - 1)];
    case 'call':
      return [expr.callee, ...expr.args.slice(0, maxArguments).map(({ value }) => value)].flatMap((each) =>
        namesOf(each, depth - 1),
      );
    case 'list':
      return expr.items.slice(0, maxArguments).flatMap(({ value }) => namesOf(value, depth - 1));
    default:
      return [];
  }
}

const twoWords = /[a-z0-9][A-Z_]\w|[A-Za-z]_[a-z]/;
/** Who may go on and how often, what is read, written down or sent along: it leaves what was sent as it is. */
const asksWho =
  /auth|log_?(?:ged_?)?in|sign|user|account|role|permi|admin|session|csrf|xsrf|token|scope|rate|limit|throttl|cors|helmet|json|url_?encoded|body|pars|upload|multer|log|trace|metric|cache|compress|async|wrap|catch|error|static|cookie|jwt|passport|acl|protect|guard|owner|member|access|secur|header|handler|controller|options|config|settings/i;
const maxArguments = 16;
const maxDepth = 4;
