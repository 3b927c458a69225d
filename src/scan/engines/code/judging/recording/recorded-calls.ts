import type { CallEvent } from '../../domain/call-event.ts';
import { allNames, type FileFacts, type FunctionFacts, type Place } from '../../domain/facts.ts';
import type { Taint } from '../../domain/taint.ts';
import { deepTaint, type Value } from '../../domain/value.ts';
import type { FunctionIr, Span } from '../../ir/ir.ts';
import { endsOptions, taintOfArguments } from '../certainty/option-start.ts';
import type { SourcePlaces } from '../source-places.ts';
import type { FunctionContext } from './function-context.ts';
import { checkOf, type SourceList } from './source-list.ts';
import { besideFields, isAwaited, isBuilt, isFixed, knownFields } from './value-parts.ts';

/** The calls that the functions of a file make, and what they give. */
export class RecordedCalls {
  readonly #places: SourcePlaces;
  readonly #sources: SourceList;
  /** What callers give is told by the product alone: what a test gives says nothing. */
  readonly #isProduct: boolean;
  readonly #called = new Map<string, { open: Set<number>; fed: Set<number> }>();

  /** Whether functions that are handed over are told. */
  readonly #handsOn: boolean;

  constructor(places: SourcePlaces, sources: SourceList, isProduct: boolean, handsOn = false) {
    this.#handsOn = handsOn;
    this.#places = places;
    this.#sources = sources;
    this.#isProduct = isProduct;
  }

  /** A field of a class in another file is read; its index among the calls of the function. */
  readField(context: FunctionContext, callee: string[], span: Span | undefined): number {
    const key = `${span?.start ?? ''}${callee.join('.')}`;
    let index = context.reads.get(key);
    if (index === undefined) {
      index = context.facts.calls.length;
      context.reads.set(key, index);
      const at: Place = span ? this.#places.place(span) : [0, 0, 0, 0];
      context.facts.calls.push({ callee, at, args: 0, names: [] });
    }
    return index;
  }

  /** A call and what it gives to whom; its index among the calls of the function. */
  call(
    context: FunctionContext,
    callee: string[],
    event: CallEvent,
    receiver: Value | undefined,
    otherwise?: 'news' | 'modelled',
  ): number {
    const { start } = event.expr;
    let index = context.passes.call(start, callee);
    if (index === undefined) {
      index = context.facts.calls.length;
      context.passes.addCall(start, callee, index);
      const call = this.#callFact(callee, event, otherwise);
      context.facts.calls.push(call);
      context.starts.push([call, start]);
    }
    const end = event.args.findIndex(endsOptions);
    for (let i = 0; i < event.args.length; i++)
      this.#passParts(context, index, i, event.args[i]!, end >= 0 && i > end);
    let position = event.args.length;
    if (event.named.size > 0)
      for (const arg of event.named.values()) this.#passParts(context, index, position++, arg);
    const opened = openedBy(event);
    if (opened) this.#passParts(context, index, position, opened);
    if (receiver) this.#passParts(context, index, -1, receiver);
    return index;
  }

  #callFact(
    callee: string[],
    event: CallEvent,
    otherwise: 'news' | 'modelled' | undefined,
  ): FunctionFacts['calls'][number] {
    const fixed = this.#isProduct && !event.openList ? fixedArguments(event) : [];
    const hands = this.#handsOn && this.#isProduct ? handedFunctions(event) : [];
    return {
      callee,
      at: this.#places.place(event.expr),
      args: event.args.length,
      names: [...event.named.keys(), ...(openedBy(event) ? [allNames] : [])],
      ...(fixed.length ? { fixed } : {}),
      ...(hands.length ? { hands } : {}),
      ...(otherwise && { [otherwise]: true }),
      ...(event.expr.isNew ? { makes: true } : {}),
    };
  }

  /** A function of this file is called here: a place in it that waits for its callers learns what they give. */
  calledHere(
    context: FunctionContext,
    key: string | undefined,
    fn: FunctionIr,
    event: CallEvent,
    offset: number,
  ): void {
    // Functions without a name share the empty key; who calls one of them does not call the others.
    if (!key) return;
    let called = this.#called.get(key);
    if (!called) {
      called = { open: new Set(), fed: new Set() };
      if (this.#isProduct) this.#called.set(key, called);
    }
    for (let i = 0; i < fn.parameters.length; i++) {
      const parameter = fn.parameters[i]!;
      const given = event.named.get(parameter.name) ?? event.args[i - offset];
      if (given && parameter.kind === 'plain' && isAwaited(given))
        this.call(context, [`#${key}`], event, undefined);
      else if (event.openList || event.openMap || parameter.kind === 'keywords') {
        called.open.add(i);
        called.fed.add(i);
      } else {
        const all =
          parameter.kind === 'rest' ? event.args.slice(Math.max(0, i - offset)) : given ? [given] : [];
        for (const each of all) {
          if (isFixed(each)) continue;
          called.open.add(i);
          // A text that is put together here is the program's; of a name or a call of which nothing is known nobody can say.
          if (deepTaint(each) || each.text === undefined) called.fed.add(i);
        }
      }
    }
  }

  /** Of an object with few known fields it is told which of them carries what. */
  #passParts(context: FunctionContext, call: number, arg: number, value: Value, isBehind = false): void {
    const fields = knownFields(value);
    if (!fields) {
      const taint = taintOfArguments(value, isBehind);
      if (taint) this.#pass(context, call, arg, taint, undefined, isBuilt(value));
      return;
    }
    this.#pass(context, call, arg, besideFields(value));
    for (const [field, part] of fields) this.#pass(context, call, arg, deepTaint(part), field);
  }

  #pass(
    context: FunctionContext,
    call: number,
    arg: number,
    taint: Taint | undefined,
    field?: string,
    built = false,
  ): void {
    if (!taint) return;
    for (const entry of taint) {
      if (context.facts.passes.length >= maxPasses) return;
      if (!context.passes.isNew(call, arg, field ?? '', entry)) continue;
      const pass = {
        from: this.#sources.from(entry),
        call,
        arg,
        mask: entry.mask,
        ...(built && { built }),
        ...checkOf(entry),
      };
      context.facts.passes.push(field === undefined ? pass : { ...pass, field });
    }
  }

  /** Which parameters of which functions callers in this file fill, and with more than fixed values. */
  told(): FileFacts['called'] {
    return [...this.#called].map(([key, { open, fed }]) => [key, [...open], [...fed]]);
  }
}

/** Arguments that are functions, as far as their names say: those of this file, and what other files may have. */
function handedFunctions({ args, expr }: CallEvent): Array<[arg: number, callee: string[]]> {
  return args.flatMap((value, i): Array<[number, string[]]> => {
    const [closure] = value.closures ?? [];
    if (closure) return closure.fn.name ? [[i, [`#${keyOf(closure.fn)}`]]] : [];
    const written = expr.args[i]?.value.k;
    const isPlain = written === 'member' && value.constant === undefined && !value.shape;
    if (!isPlain || !value.name || value.name.depth > maxNames || value.name.root.startsWith('~')) return [];
    return [[i, value.name.segments()]];
  });
}

function keyOf({ className, name }: FunctionIr): string {
  return className === undefined ? name : `${className}.${name}`;
}

function fixedArguments({ args, named }: CallEvent): number[] {
  return [...args, ...named.values()].flatMap((value, i) => (isFixed(value) ? [i] : []));
}

/** What a map gives to the parameters of a function. The fields of a class say themselves what they take: `Item(**body)`. */
function openedBy({ opened, name }: CallEvent): Value | undefined {
  return /^_*[A-Z]/.test(name.segment) ? undefined : opened;
}

/** Of the qualified name of a function. */
const maxNames = 4;

/** Of a function. */
const maxPasses = 400;
