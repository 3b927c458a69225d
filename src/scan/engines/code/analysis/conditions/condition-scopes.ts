import { type CallEvent, partOf } from '../../domain/call-event.ts';
import { constantValue, type Value } from '../../domain/value.ts';
import type { ElementAttribute, Expr, FunctionIr, Span } from '../../ir/ir.ts';
import type { Condition } from '../../knowledge/rule-types.ts';
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

/** What the conditions on a call are about: its arguments, its receiver, and their source. */
export function scopeOfCall(file: AnalysedFile, event: CallEvent): ConditionScope {
  return {
    part: (which) => partOf(event, which),
    says: (which, expression) => {
      if (which === 'file') return expression.test(file.path);
      if (which === 'text') return file.passages.fileSays(expression);
      if (which === 'before') return expression.test(textBefore(file.text, event.expr.start));
      if (which === 'callback')
        return callbacksOf(event).some((fn) => file.passages.functionSays(expression, fn));
      if (which === 'function')
        return event.within ? file.passages.functionSays(expression, event.within) : expression.test('');
      const expr =
        which === 'receiver'
          ? event.receiverExpr
          : which === 'value' || which === 'call'
            ? event.expr
            : typeof which === 'number'
              ? event.expr.args[which]?.value
              : event.expr.args.find((arg) => arg.name === which)?.value;
      return expr ? file.passages.placeSays(expression, expr) : expression.test('');
    },
    mayHold: (which) => (typeof which === 'number' ? event.openList : event.openMap || event.openList),
    imports: file.imports,
    calls: (names) => file.passages.functionCalls(event.within, names),
    naming: (words) => file.passages.placeNames(event.within, words, event.expr),
    asks: (texts) => file.passages.functionAsks(event.within, texts),
    forgets: (what) => file.passages.functionForgets(event.within, what),
  };
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
export function scopeOfValue(
  file: AnalysedFile,
  value: Value,
  span: Span,
  objectExpr?: Expr,
  object?: Value,
  within?: Span,
): ConditionScope {
  return {
    part: (which) => (which === 'object' ? object : value),
    says: (which, expression) => {
      if (which === 'file') return expression.test(file.path);
      if (which === 'text') return file.passages.fileSays(expression);
      if (which === 'before') return expression.test(textBefore(file.text, span.start));
      if (which === 'function')
        return within ? file.passages.functionSays(expression, within) : expression.test('');
      return file.passages.placeSays(expression, which === 'receiver' && objectExpr ? objectExpr : span);
    },
    mayHold: () => false,
    imports: file.imports,
    calls: (names) => file.passages.functionCalls(functionIn(within), names),
    naming: (words) => file.passages.placeNames(functionIn(within), words, span),
    asks: (texts) => file.passages.functionAsks(functionIn(within), texts),
    forgets: (what) => file.passages.functionForgets(functionIn(within), what),
  };
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
