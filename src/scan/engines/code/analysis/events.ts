import type { AwaitedCheck } from '../domain/awaited-check.ts';
import type { CallEvent } from '../domain/call-event.ts';
import type { Frame, Giving } from '../domain/scope.ts';
import type { Taint } from '../domain/taint.ts';
import type { Value } from '../domain/value.ts';
import type {
  ClassIr,
  ElementAttribute,
  Expr,
  FunctionIr,
  Handler,
  Parameter,
  Span,
  Stmt,
  Target,
} from '../ir/ir.ts';
import type { LanguageTraits } from '../ir/language-traits.ts';
import type { Name, RuleSet } from '../knowledge/rule-set.ts';
import type { Entry, NameMatch, Sink } from '../knowledge/rule-types.ts';
import type { AnalysedFile } from './conditions/condition-scopes.ts';
import type { Abilities } from './options.ts';

/** What a listener may see of the run of one file. Listeners read it and never write into it. */
export interface RunView {
  readonly file: AnalysedFile;
  readonly rules: RuleSet;
  readonly traits: LanguageTraits;
  readonly abilities: Abilities;
  /** The function being run. */
  readonly frame: Frame;
  /** Who calls a function from outside. */
  readonly entries: ReadonlyMap<FunctionIr, readonly Entry[]>;
  /** Names of decorators of a function, for what it returns. */
  readonly decorators: ReadonlyMap<FunctionIr, readonly Name[]>;
  /** Functions that get a request after one that is named after a check. */
  readonly checkedInFront: ReadonlySet<FunctionIr>;
  selfFrame(): Frame | undefined;
}

/** What happens while a file is run, in order. Whoever listens decides what of it is a finding. */
export interface AnalysisEvents {
  /** A call that the rules know by name. */
  called(run: RunView, event: CallEvent): void;
  /** Reading `object.property` where the rules care about the read itself. */
  read(run: RunView, match: NameMatch, value: Value, span: Span): void;
  assigned(
    run: RunView,
    object: Value,
    property: string,
    index: Value | undefined,
    value: Value,
    target: Target,
    objectExpr: Expr,
  ): void;
  /** An option by its key: in a literal, as a named argument. `object` is what it is part of. */
  keyed(
    run: RunView,
    key: string,
    value: Value,
    entry: { key: Expr | undefined; value: Expr },
    object?: Value,
  ): void;
  variable(run: RunView, name: string, value: Value, span: Span): void;
  /** A text is put together from parts that came from somewhere. */
  putTogether(run: RunView, value: Value, span: Span): void;
  /** The values that a text is put together from, one behind the other. */
  joined(run: RunView, parts: readonly Value[], span: Span): void;
  /** A regular expression that is written as a literal. */
  pattern(run: RunView, value: Value, span: Span): void;
  attribute(
    run: RunView,
    element: Expr & { k: 'element' },
    attribute: ElementAttribute,
    value: Value,
    all: ReadonlyMap<string, Value>,
  ): void;
  compared(run: RunView, expr: Expr & { k: 'binary' }, left: Value, right: Value): void;
  /** A loop goes deeper into an object by keys. */
  walked(
    run: RunView,
    step: Span,
    key: Span | undefined,
    writes: boolean,
    awaits: readonly AwaitedCheck[],
  ): void;
  /** A call merges what two objects hold under one key; the one that is written to was read at `read`. */
  merged(run: RunView, call: Span, key: Span, awaits: readonly AwaitedCheck[]): void;
  /** A check or an escape that does a part of its work, in a function or outside of all. */
  incomplete(run: RunView, kind: string, place: Span, fn: FunctionIr | undefined): void;
  handler(run: RunView, handler: Handler, statement: Stmt & { k: 'try' }): void;
  imported(run: RunView, statement: Stmt & { k: 'import' }): void;
  definedClass(run: RunView, definition: ClassIr, bases: readonly Value[]): void;
  definedFunction(run: RunView, fn: FunctionIr): void;
  /** The value that a parameter has where the caller gives none. */
  defaulted(run: RunView, parameter: Parameter, value: Value): void;
  decorated(run: RunView, decorator: Expr, match: NameMatch, value: Value): void;
  /** What a function gives back to the framework that called it, and which of its places give what of it. */
  returned(run: RunView, fn: FunctionIr, value: Value, givings: readonly Giving[]): void;
  /** Tainted data reached a sink inside a function that is called here; true if that was reported. */
  reachedSink(run: RunView, sink: Sink, taint: Taint, span: Span, scope: string): boolean;
}
