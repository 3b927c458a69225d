import { mayBeCheck, soundsLikeAssertion, soundsLikeCheck } from '../../analysis/guards/check-names.ts';
import { writtenPart } from '../../analysis/guards/tested-data.ts';
import { type SourceOrigin, type Step, stepsOf, type TaintEntry } from '../../domain/taint.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import type { FunctionsOfFile, Place } from './functions-of-file.ts';
import { GuardedRoutes } from './guarded-routes.ts';
import { IdleConditions } from './idle-conditions.ts';
import { inFrontOf, lookUpIn } from './looked-up.ts';
import { type Carries, holds, looksAt, mayRefuse, nameOf, testsOf } from './looks-at.ts';
import { asksForPrivilege, isForPrivileged } from './privileged-sender.ts';
import { isUnderstood } from './understood-step.ts';
import { WorthlessConditions } from './worthless-conditions.ts';

/**
 * Whether a way inside of a file is understood from its source to its end: each step is an assignment, a text that is put together, a function whose body was
 * read or one of a library that is described; no field of an object carried it into another function; and nothing before the end has looked at the data,
 * whether that is understood as a check or not. Only such a way is high or critical. What is not proved is medium, and never less.
 */
export class WayProof {
  readonly #text: string;
  readonly #functions: FunctionsOfFile;
  readonly #guarded: GuardedRoutes;
  #work = 0;
  /** Conditions on the way that is asked about that are worth nothing. */
  #worthless = 0;

  constructor(text: string, functions: FunctionsOfFile) {
    this.#text = text;
    this.#functions = functions;
    this.#guarded = new GuardedRoutes(functions);
  }

  /** `isAsked`: a condition has looked at the data. The way is proved all the same where only conditions did that are worth nothing. */
  holds(entry: TaintEntry, origin: SourceOrigin, end: Span, isAsked = false): boolean {
    const steps = stepsOf(entry);
    if (steps.length >= mostSteps || steps.some((step) => !isUnderstood(step))) return false;
    const places = this.#on(origin, steps, end);
    if (places === undefined) return false;
    if (places.some((place) => isAskedInFront(place, this.#text))) return false;
    if (places.some((place) => this.#guarded.has(place))) return false;
    // Names of entries in archives are asked what they are called to tell files from folders.
    if (origin.kind === 'archive') return !isAsked;
    this.#worthless = 0;
    return (
      !places.some((place) => this.#asks(place, origin, steps, end)) && (!isAsked || this.#worthless > 0)
    );
  }

  /** The functions that the way leads through; none where it got into one without being handed over. */
  #on(origin: SourceOrigin, steps: readonly Step[], end: Span): Place[] | undefined {
    const places = new Set<Place>();
    for (const { start } of [origin.span, ...steps.map(({ span }) => span), end])
      for (const place of this.#functions.around({ start, end: start })) places.add(place);
    const crossed = steps.findLast(({ how }) => how !== undefined && crossings.has(how));
    const isCalledBack = steps.some(({ how }) => how === 'callback');
    const isReached =
      crossed?.how === 'called' || this.#isReached(crossed?.span ?? origin.span, end, isCalledBack);
    return isReached ? [...places] : undefined;
  }

  /**
   * Whether the end is in the function that the data is in, in one inside of it or next to it in the same one, or uses what that gives: an attribute that is a
   * method gives what it returns. What a function that is only called leaves in a field was not handed over. A function that is called back is one that is named there.
   */
  #isReached(source: Span, end: Span, isCalledBack: boolean): boolean {
    const [first, ...outer] = this.#functions.around(source);
    const around = this.#functions.around(end).filter(({ fn }) => fn);
    const last = around[0];
    if (!first?.fn || !last || around.includes(first) || outer.some((place) => around.includes(place)))
      return true;
    if (last.body.some((part) => usesResult(part, first.fn!.name))) return true;
    return (
      isCalledBack && [first, ...outer].some(({ body }) => body.some((part) => names(part, last.fn!.name)))
    );
  }

  #asks(place: Place, origin: SourceOrigin, steps: readonly Step[], end: Span): boolean {
    const spans = [origin.span, ...steps.map(({ span }) => span), end].filter(
      ({ start }) => start >= place.start && start < place.end,
    );
    const until = Math.max(...spans.map(({ start }) => start));
    const known = new Set<Span>(steps.map(({ span }) => span));
    const names = new Map<string, 'same' | 'made'>();
    for (const { span } of steps) {
      const part = span as Partial<Expr>;
      if (part.k === 'name' && typeof part.name === 'string') names.set(part.name, 'same');
    }
    const textOf = (part: Span) => this.#text.slice(part.start, part.end);
    const written = writtenPart(this.#text, origin.span);
    /** Where a condition wrote down what it saw, in places that are no variables. */
    const flags = new Set<string>();
    const carries: Carries = (part) => {
      this.#work++;
      if (part.k === 'name') return names.get(part.name);
      if (part.start === origin.span.start && part.end === origin.span.end) return 'same';
      if (flags.size > 0 && readable.has(part.k) && flags.has(textOf(part))) return 'made';
      if (written === undefined || !readable.has(part.k)) return undefined;
      const length = part.end - part.start;
      const isSame =
        length >= written.length &&
        length < written.length + mostBlanks &&
        textOf(part).replace(/\s+/g, '') === written;
      return isSame ? 'same' : undefined;
    };
    const parts = this.#partsOf(place, until);
    if (parts === undefined) return true;
    const worthless = new WorthlessConditions(carries, origin.span as Part, textOf);
    const sent = { origin: origin.span, body: place.body, text: this.#text };
    const idle = new IdleConditions(sent, { start: until, end: until }, carries);
    const isWorthless = (test: Expr) => {
      if (!idle.has(test) && !worthless.holds(test)) return false;
      this.#worthless++;
      return true;
    };
    for (const part of parts) {
      if (this.#work > mostWork) return true;
      worthless.note(part);
      for (const flag of idle.note(part)) {
        if (flag.k === 'name') names.set(flag.name, 'made');
        else flags.add(textOf(flag));
      }
      if (part.k === 'assign') note(part.target, part.value, names, carries, known);
      else if (part.k === 'each') note(part.target, part.iterable, names, carries, known);
      const call = part.k === 'expr' ? callOf(part.value) : undefined;
      const who = call && call.end <= until ? mayRefuse(call, carries) : undefined;
      if (who === 'named' || (who === 'own' && this.#refuses(nameOf(call!.callee)))) return true;
      const lookUp = lookUpIn(part, carries);
      if (lookUp && lookUp.end <= until && !known.has(lookUp) && this.#mayFail(nameOf(lookUp.callee)))
        return true;
      const tests = testsOf(part).filter((test) => test.start < until);
      if (tests.some((test) => looksAt(test, carries, isWorthless))) return true;
      if (part.start < until && asksForPrivilege(part, until)) return true;
    }
    return this.#work > mostWork;
  }

  /** Whether a function of the program may end the one that calls it: where this file has it, that is read; otherwise its name may say that it only does something. */
  #refuses(name: string): boolean {
    const own = this.#functions.named(name);
    return own.length === 0
      ? twoWords.test(name) && mayBeCheck(name)
      : own.some((place) => this.#hasRefusal(place));
  }

  /** Whether a function that looks something up may end the one that calls it where there is nothing: what this file has is read. */
  #mayFail(name: string): boolean {
    const own = this.#functions.named(name);
    return own.length === 0 || own.some((place) => this.#hasRefusal(place));
  }

  #hasRefusal(place: Place): boolean {
    const given = new Set(place.fn?.parameters.map((parameter) => parameter.name));
    const carries: Carries = (part) => (part.k === 'name' && given.has(part.name) ? 'same' : undefined);
    const parts = this.#partsOf(place, place.end);
    return (
      parts === undefined ||
      parts.some(
        (part) =>
          part.k === 'throw' ||
          (part.k === 'call' && isCheck(nameOf(part.callee))) ||
          testsOf(part).some((test) => looksAt(test, carries)),
      )
    );
  }

  /** What a function is made of up to a place, in the order in which it is written; of functions inside of it those that a chain runs in front of the place. */
  #partsOf({ body }: Place, until: number): Part[] | undefined {
    const parts: Part[] = [];
    const open: Part[] = [...body];
    for (let part = open.pop(); part; part = open.pop()) {
      if (part.start > until) continue;
      if (++this.#work > mostWork) return undefined;
      if (kinds.has(part.k)) parts.push(part);
      for (const fn of inFrontOf(part, until)) open.push(...fn.body);
      eachPart(part, (inner) => open.push(inner));
    }
    return parts.sort((a, b) => a.start - b.start);
  }
}

/** What is written down there gets what the expression holds: as it is, or what a function gives for it. */
function note(
  target: Part,
  value: Expr,
  names: Map<string, 'same' | 'made'>,
  carries: Carries,
  known: ReadonlySet<Span>,
): void {
  if (!holds(value, (part) => carries(part) !== undefined)) return;
  const call = callOf(value);
  const isMade =
    call !== undefined &&
    !known.has(call) &&
    call.args.some((arg) => holds(arg.value, (part) => carries(part) !== undefined));
  holds(target, (part) => {
    if (part.k === 'name' && names.get(part.name) !== 'same') names.set(part.name, isMade ? 'made' : 'same');
    return false;
  });
}

function callOf(expr: Expr): (Expr & { k: 'call' }) | undefined {
  const value = expr.k === 'await' ? expr.value : expr;
  return value.k === 'call' ? value : undefined;
}

/** An annotation of the function, or what its class runs in front of it, is named after a check. */
function isAskedInFront({ fn, definition }: Place, text: string): boolean {
  if (!fn) return false;
  if (fn.decorators.some((decorator) => isNamedCheck(decorator))) return true;
  if (fn.parameters.some(({ type }) => type && isFormRequest(type, text))) return true;
  if (isForPrivileged(fn, definition, ({ start, end }) => text.slice(start, end))) return true;
  return (definition?.body ?? []).some(
    (statement) =>
      statement.k === 'expr' &&
      statement.value.k === 'call' &&
      filters.test(nameOf(statement.value.callee)) &&
      statement.value.args.some(({ value }) => value.k === 'const' && isCheck(String(value.value))),
  );
}

/** `bulk(StoreUserRequest $request)`: a request of the program's own is held against its rules before the function gets it (Laravel, Symfony). */
function isFormRequest(type: Expr, text: string): boolean {
  return formRequest.test(nameOf(type)) && text.startsWith('$', type.end + 1);
}

function isNamedCheck(decorator: Expr): boolean {
  return isCheck(nameOf(decorator.k === 'call' ? decorator.callee : decorator));
}

function isCheck(name: string): boolean {
  return soundsLikeCheck(name) || (soundsLikeAssertion(name) && !rights.test(name));
}

function names(part: Part, name: string): boolean {
  return holds(part, (inner) => isNamed(inner, name));
}

/** Whether a function is named anywhere but in a call whose result nobody takes. */
function usesResult(statement: Part, name: string): boolean {
  const open: Part[] = [statement];
  for (let part = open.pop(); part; part = open.pop()) {
    if (isNamed(part, name)) return true;
    const call = part.k === 'expr' ? callOf(part.value) : undefined;
    if (call && nameOf(call.callee) === name) open.push(...call.args.map(({ value }) => value));
    else eachPart(part, (inner) => open.push(inner));
  }
  return false;
}

function isNamed(part: Part, name: string): boolean {
  return (part.k === 'name' && part.name === name) || (part.k === 'member' && part.property === name);
}

/** Steps into a function and out of one. */
const crossings: ReadonlySet<string> = new Set(['parameter', 'called', 'returned']);
const kinds: ReadonlySet<string> = new Set(
  'assign each expr if cond loop logic comprehension switch throw call await return'.split(' '),
);
const formRequest =
  /(?:^|\\)(?!(?:Server|Http|Web|Psr7?|Symfony|Illuminate|Laravel|Base)Request$)[A-Z]\w*Request$/;
/** How a part of a request is written. */
const readable: ReadonlySet<string> = new Set(['member', 'index', 'call']);
const mostBlanks = 20;
const filters = /^(?:before_action|before_filter|prepend_before_action|before|validates?_params|param)$/;
/** Functions that a language has are mostly called by one word. */
const twoWords = /[a-z0-9][A-Z_]\w|[A-Za-z]_[a-z]/;
const rights = /auth|login|log_in|role|permission|admin|user|session|csrf|token|scope|rate|limit|method/i;
/** A way of so many steps was cut. */
const mostSteps = 12;
/** Of one file, over all that is asked: more than that proves nothing. */
const mostWork = 2_000_000;
