import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Argument, Expr, ModuleIr, Span, Stmt, Target } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';
import { lowerArguments } from './calls.ts';
import { expressionHandlers } from './expressions.ts';
import { lowerPattern } from './patterns.ts';
import { statementHandlers } from './statements.ts';
import { lowerTail } from './tails.ts';

/** Scala's syntax tree to the intermediate form; the models and rules are those of Java. */
export function lowerScala(tree: FlatTree, text: string): ModuleIr {
  return new ScalaLowering(tree, text).module();
}

export class ScalaLowering extends ClassLowering {
  /** Local names that hold functions: what is written like a call of any other takes an item. */
  readonly #functions = new Set<string>();

  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'this');
    this.handle(expressionHandlers(this), statementHandlers(this));
  }

  holdsFunction(name: string): void {
    this.#functions.add(name);
  }

  /** `xs(0)` takes an item where `xs` is a variable that holds no function. */
  takesItem(name: string): boolean {
    return this.isLocal(name) && !this.#functions.has(name);
  }

  pattern(n: number): Target {
    return lowerPattern(this, n);
  }

  arguments(n: number): Argument[] {
    return lowerArguments(this, n);
  }

  /** The statements of a body, the last of which is what the body gives. */
  tail(n: number): Stmt[] {
    const into: Stmt[] = [];
    if (n >= 0) lowerTail(this, n, into);
    return into;
  }

  /** Statements that are a value: a function without parameters, called where it stands. */
  valued(n: number): Expr {
    const span = this.span(n);
    const fn = this.lambdaIr(n, () => ({ parameters: [], body: this.tail(n) }));
    return { k: 'call', callee: { k: 'function', fn, ...span }, args: [], isNew: false, ...span };
  }

  /** The simple name of a type, without its arguments and package. */
  typeName(n: number): string {
    return /([\w$]+)\s*(?:\[|$)/.exec(this.slice(n))?.[1] ?? '';
  }

  typeAt(n: number): Expr | undefined {
    const name = n < 0 ? '' : this.typeName(n);
    return name === '' ? undefined : this.type(name, this.span(n));
  }

  nothing(span: Span): Expr {
    return { k: 'unknown', parts: [], ...span };
  }
}
