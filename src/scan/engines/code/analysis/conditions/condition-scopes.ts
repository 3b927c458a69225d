import { type CallEvent, partOf } from '../../domain/call-event.ts';
import { constantValue, type Value } from '../../domain/value.ts';
import type { ElementAttribute, Expr, FunctionIr, Span } from '../../ir/ir.ts';
import type { Condition, Forgotten } from '../../knowledge/rule-types.ts';
import { type ConditionScope, conditionsHold } from './conditions.ts';
import type { Passages } from './passages.ts';

/** The file being analysed, as conditions see it. */
export interface AnalysedFile {
  readonly path: string;
  readonly text: string;
  readonly passages: Passages;
  /** What a module given as text is called. */
  readonly modulePath: (specifier: string) => string[];
  /** Whether it imports one of these packages or a part of it; true where nobody can tell. */
  readonly imports: (packages: readonly string[]) => boolean;
  /** Names that are imported from the program itself, whatever library has the same. */
  readonly ownNames: ReadonlySet<string>;
  /** Names that never are a file of the repository. */
  readonly externalNames: ReadonlySet<string>;
}

/** What the conditions on a call are about: its arguments, its receiver, and their source. Classes, since nearly every call asks: one object, and no function for each question. */
class CallScope implements ConditionScope {
  readonly #file: AnalysedFile;
  readonly #event: CallEvent;

  constructor(file: AnalysedFile, event: CallEvent) {
    this.#file = file;
    this.#event = event;
  }

  part(which: string | number): Value | undefined {
    return partOf(this.#event, which);
  }

  says(which: string | number, expression: RegExp): boolean {
    const { text, path, passages } = this.#file;
    const event = this.#event;
    if (which === 'file') return expression.test(path);
    if (which === 'text') return passages.fileSays(expression);
    if (which === 'before') return expression.test(textBefore(text, event.expr.start));
    if (which === 'callback') return callbacksOf(event).some((fn) => passages.functionSays(expression, fn));
    if (which === 'function')
      return event.within ? passages.functionSays(expression, event.within) : expression.test('');
    const expr =
      which === 'receiver'
        ? event.receiverExpr
        : which === 'value' || which === 'call'
          ? event.expr
          : typeof which === 'number'
            ? event.expr.args[which]?.value
            : event.expr.args.find((arg) => arg.name === which)?.value;
    return expr ? passages.placeSays(expression, expr) : expression.test('');
  }

  mayHold(which: string | number): boolean {
    const { openList, openMap } = this.#event;
    return typeof which === 'number' ? openList : openMap || openList;
  }

  imports(packages: readonly string[]): boolean {
    return this.#file.imports(packages);
  }

  calls(names: readonly string[]): boolean {
    return this.#file.passages.functionCalls(this.#event.within, names);
  }

  naming(words: readonly string[]): boolean {
    return this.#file.passages.placeNames(this.#event.within, words, this.#event.expr);
  }

  asks(texts: readonly string[]): boolean {
    return this.#file.passages.functionAsks(this.#event.within, texts);
  }

  forgets(what: Forgotten): boolean {
    return this.#file.passages.functionForgets(this.#event.within, what);
  }
}

export function scopeOfCall(file: AnalysedFile, event: CallEvent): ConditionScope {
  return new CallScope(file, event);
}

/** Whether the conditions on a call hold. */
export function callHolds(
  file: AnalysedFile,
  event: CallEvent,
  when: readonly Condition[],
  label = 0,
): boolean {
  return when.length === 0 || conditionsHold(when, scopeOfCall(file, event), label);
}

/** The functions among the arguments, wherever they are written. */
function callbacksOf({ args }: CallEvent): FunctionIr[] {
  return args.flatMap(({ closures }) => closures?.map(({ fn }) => fn) ?? []);
}

/** The line of a place up to it and the two lines above: the condition that it is under, the name that it is given to. */
function textBefore(text: string, at: number): string {
  let from = at;
  for (let lines = 0; lines < 3 && from > 0; lines++) from = text.lastIndexOf('\n', from - 1);
  return text.slice(Math.max(0, from, at - maxTextBefore), at);
}

/** Likewise for a value that is read, assigned or given under a key. */
class ValueScope implements ConditionScope {
  readonly #file: AnalysedFile;
  readonly #value: Value;
  readonly #span: Span;
  readonly #objectExpr: Expr | undefined;
  readonly #object: Value | undefined;
  readonly #within: Span | undefined;

  constructor(
    file: AnalysedFile,
    value: Value,
    span: Span,
    objectExpr: Expr | undefined,
    object: Value | undefined,
    within: Span | undefined,
  ) {
    this.#file = file;
    this.#value = value;
    this.#span = span;
    this.#objectExpr = objectExpr;
    this.#object = object;
    this.#within = within;
  }

  part(which: string | number): Value | undefined {
    return which === 'object' ? this.#object : this.#value;
  }

  says(which: string | number, expression: RegExp): boolean {
    const { text, path, passages } = this.#file;
    if (which === 'file') return expression.test(path);
    if (which === 'text') return passages.fileSays(expression);
    if (which === 'before') return expression.test(textBefore(text, this.#span.start));
    if (which === 'function')
      return this.#within ? passages.functionSays(expression, this.#within) : expression.test('');
    return passages.placeSays(
      expression,
      which === 'receiver' && this.#objectExpr ? this.#objectExpr : this.#span,
    );
  }

  mayHold(): boolean {
    return false;
  }

  imports(packages: readonly string[]): boolean {
    return this.#file.imports(packages);
  }

  calls(names: readonly string[]): boolean {
    return this.#file.passages.functionCalls(functionIn(this.#within), names);
  }

  naming(words: readonly string[]): boolean {
    return this.#file.passages.placeNames(functionIn(this.#within), words, this.#span);
  }

  asks(texts: readonly string[]): boolean {
    return this.#file.passages.functionAsks(functionIn(this.#within), texts);
  }

  forgets(what: Forgotten): boolean {
    return this.#file.passages.functionForgets(functionIn(this.#within), what);
  }
}

export function scopeOfValue(
  file: AnalysedFile,
  value: Value,
  span: Span,
  objectExpr?: Expr,
  object?: Value,
  within?: Span,
): ConditionScope {
  return new ValueScope(file, value, span, objectExpr, object, within);
}

function functionIn(within: Span | undefined): FunctionIr | undefined {
  return within && 'parameters' in within ? (within as FunctionIr) : undefined;
}

/** Likewise for an attribute of an element of a page. */
export function scopeOfElement(
  file: AnalysedFile,
  value: Value,
  attribute: ElementAttribute,
  element: Expr & { k: 'element' },
  all: ReadonlyMap<string, Value>,
): ConditionScope {
  return {
    part: (which) =>
      which === 'value' ? value : which === 'element' ? constantValue(element.name) : all.get(String(which)),
    says: (which, expression) =>
      file.passages.placeSays(expression, which === 'element' ? element : attribute),
    mayHold: () => false,
    imports: file.imports,
    calls: (names) => file.passages.functionCalls(undefined, names),
    naming: () => false,
    asks: () => false,
    forgets: () => false,
  };
}

/** Likewise for two values that are compared or put together. */
export function scopeOfComparison(
  file: AnalysedFile,
  expr: Expr & { k: 'binary' },
  left: Value,
  right: Value,
  within: FunctionIr | undefined,
): ConditionScope {
  const { passages } = file;
  const isLeft = (which: string | number) => which === 'left' || which === 0;
  return {
    part: (which) => (which === 'op' ? constantValue(expr.op) : isLeft(which) ? left : right),
    says: (which, expression) => {
      if (which === 'function') return within !== undefined && passages.functionSays(expression, within);
      return passages.placeSays(expression, which === 'call' ? expr : isLeft(which) ? expr.left : expr.right);
    },
    mayHold: () => false,
    imports: file.imports,
    calls: (names) => file.passages.functionCalls(within, names),
    naming: (words) => file.passages.placeNames(within, words, expr),
    asks: (texts) => file.passages.functionAsks(within, texts),
    forgets: (what) => file.passages.functionForgets(within, what),
  };
}

/** Likewise for a function as a whole. */
export function scopeOfFunction(file: AnalysedFile, fn: FunctionIr): ConditionScope {
  const { passages } = file;
  return {
    part: () => constantValue(fn.name),
    says: (which, expression) => {
      if (which === 'body') return passages.functionSays(expression, fn);
      if (which === 'class') return passages.classSays(expression, fn.className ?? '');
      return which === 'text' ? passages.fileSays(expression) : expression.test(fn.name);
    },
    mayHold: () => false,
    imports: file.imports,
    calls: (names) => file.passages.functionCalls(fn, names),
    naming: (words) => file.passages.functionNames(fn, words),
    asks: (texts) => file.passages.functionAsks(fn, texts),
    forgets: (what) => file.passages.functionForgets(fn, what),
  };
}

/** Likewise for a check that does a part of its work: the place, and the function that it is in. */
export function scopeOfPlace(file: AnalysedFile, fn: FunctionIr | undefined, place: Span): ConditionScope {
  const { passages } = file;
  return {
    part: () => undefined,
    says: (which, expression) => {
      if (which === 'call') return passages.placeSays(expression, place);
      if (which === 'text') return passages.fileSays(expression);
      if (which === 'body') return fn ? passages.functionSays(expression, fn) : passages.fileSays(expression);
      return expression.test(fn?.name ?? '');
    },
    mayHold: () => false,
    imports: file.imports,
    calls: (names) => passages.functionCalls(fn, names),
    naming: (words) => passages.placeNames(fn, words, place),
    asks: (texts) => passages.functionAsks(fn, texts),
    forgets: (what) => passages.functionForgets(fn, what),
  };
}

/** Likewise for what a parameter is where callers say nothing. */
export function scopeOfParameter(file: AnalysedFile, name: string, otherwise: Value): ConditionScope {
  const { passages } = file;
  return {
    part: (which) => (which === 'name' ? constantValue(name) : otherwise),
    says: (which, expression) => (which === 'text' ? passages.fileSays(expression) : expression.test(name)),
    mayHold: () => false,
    imports: file.imports,
    calls: (names) => file.passages.functionCalls(undefined, names),
    naming: () => false,
    asks: () => false,
    forgets: () => false,
  };
}

const maxTextBefore = 400;
