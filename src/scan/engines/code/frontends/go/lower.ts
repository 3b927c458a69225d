import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ClassIr, Expr, ModuleIr, Stmt } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';
import { lowerFile, lowerFunction, lowerType } from './declarations.ts';
import { elsewhere, lowerCall, lowerComposite } from './expressions.ts';
import { packageOfFile } from './imports.ts';
import { goNumber, goString } from './literals.ts';
import { lowerBinary, lowerSlice, lowerUnary } from './operators.ts';
import {
  lowerAssignment,
  lowerFor,
  lowerIf,
  lowerSelect,
  lowerSwitch,
  lowerVariables,
  push,
  targetOf,
} from './statements.ts';

/** Go's syntax tree to the intermediate form. */
export function lowerGo(tree: FlatTree, text: string): ModuleIr {
  return new GoLowering(tree, text).module();
}

export class GoLowering extends Lowering {
  /** A function or type of another file of the package is used. */
  usesPackage = false;
  readonly #declared: Array<Set<string>> = [new Set()];
  readonly #results: string[][] = [];
  /** Flags that say whether something is a key of a map: what they stand for. */
  readonly #tests = new Map<string, Expr>();

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    const inner = (n: number) => this.expression(this.firstNamed(n));
    const text_ = (n: number): Expr => ({ k: 'const', value: goString(this.slice(n)), ...this.span(n) });
    const number = (n: number): Expr => ({ k: 'const', value: goNumber(this.slice(n)), ...this.span(n) });
    const constant =
      (value: boolean | null) =>
      (n: number): Expr => ({ k: 'const', value, ...this.span(n) });
    const type = (n: number) => this.type(n) ?? this.missing();
    const step = (n: number, into: Stmt[]) => this.#step(n, into);
    const assignment = (n: number, into: Stmt[]) => lowerAssignment(this, n, into);
    const variables = (n: number, into: Stmt[]) => lowerVariables(this, n, into);
    const choice = (n: number, into: Stmt[]) => lowerSwitch(this, n, into);
    const evaluated = (n: number, into: Stmt[]) => push(into, inner(n));
    this.handle(
      {
        identifier: (n) => ({ k: 'name', name: this.slice(n), ...this.span(n) }),
        type_identifier: type,
        qualified_type: type,
        pointer_type: type,
        generic_type: type,
        interpreted_string_literal: text_,
        raw_string_literal: text_,
        rune_literal: text_,
        int_literal: number,
        float_literal: number,
        true: constant(true),
        false: constant(false),
        nil: constant(null),
        selector_expression: (n) => ({
          k: 'member',
          object: this.expression(this.field(n, 'operand')),
          property: this.slice(this.field(n, 'field')),
          ...this.span(n),
        }),
        index_expression: (n) => ({
          k: 'index',
          object: this.expression(this.field(n, 'operand')),
          index: this.expression(this.field(n, 'index')),
          ...this.span(n),
        }),
        slice_expression: (n) => lowerSlice(this, n),
        call_expression: (n) => lowerCall(this, n),
        composite_literal: (n) => lowerComposite(this, n),
        func_literal: (n) => ({ k: 'function', fn: lowerFunction(this, n, undefined), ...this.span(n) }),
        binary_expression: (n) => lowerBinary(this, n),
        unary_expression: (n) => lowerUnary(this, n),
        parenthesized_expression: inner,
        type_assertion_expression: (n) => this.expression(this.field(n, 'operand')),
        type_conversion_expression: (n) => this.expression(this.field(n, 'operand')),
        type_instantiation_expression: inner,
      },
      {
        package_clause: () => {},
        comment: () => {},
        type_declaration: (n, into) => this.#localTypes(n, into),
        var_declaration: variables,
        const_declaration: variables,
        short_var_declaration: assignment,
        assignment_statement: assignment,
        inc_statement: step,
        dec_statement: step,
        expression_statement: (n, into) => {
          evaluated(n, into);
          if (this.#endsProgram(this.firstNamed(n)))
            into.push({ k: 'throw', value: undefined, ...this.span(n) });
        },
        defer_statement: evaluated,
        go_statement: evaluated,
        send_statement: (n, into) => this.#send(n, into),
        receive_statement: (n, into) => push(into, this.expression(this.field(n, 'right'))),
        statement_list: (n, into) => into.push(...this.block(n)),
        block: (n, into) => into.push({ k: 'block', body: this.block(this.bodyOf(n)), ...this.span(n) }),
        if_statement: (n, into) => lowerIf(this, n, into),
        for_statement: (n, into) => lowerFor(this, n, into),
        expression_switch_statement: choice,
        type_switch_statement: choice,
        select_statement: (n, into) => lowerSelect(this, n, into),
        labeled_statement: (n, into) => {
          const body = this.named(n).at(-1);
          if (body !== undefined) this.statement(body, into);
        },
        return_statement: (n, into) => this.#return(n, into),
        break_statement: (n, into) => into.push({ k: 'break', ...this.span(n) }),
        continue_statement: (n, into) => into.push({ k: 'continue', ...this.span(n) }),
        fallthrough_statement: () => {},
        goto_statement: () => {},
      },
    );
  }

  override block(node: number): Stmt[] {
    // The whole file is lowered in an order of its own.
    return node === 0 ? this.#file() : super.block(node);
  }

  #file(): Stmt[] {
    const body = lowerFile(this);
    if (!this.usesPackage) return body;
    super.declare(packageOfFile);
    const bindings = [{ local: packageOfFile, path: [packageOfFile] }];
    return [{ k: 'import', module: packageOfFile, bindings, start: 0, end: 0 }, ...body];
  }

  override declare(name: string): void {
    super.declare(name);
    this.#declared.at(-1)!.add(name);
  }

  isDeclared(name: string): boolean {
    return this.#declared.some((names) => names.has(name));
  }

  protected override enterFunction(): void {
    this.#declared.push(new Set());
  }

  protected override leaveFunction(): void {
    this.#declared.pop();
  }

  emptyClassIr(node: number, name: string): ClassIr {
    return this.emptyClass(node, this.field(node, 'name'), name);
  }

  /** The statements of a block lie in a list of their own. */
  bodyOf(node: number): number {
    return node < 0 ? -1 : this.childOfKind(node, 'statement_list');
  }

  /** The expressions of a list, or the one that stands there instead. */
  listed(node: number): number[] {
    return this.kind(node) === 'expression_list' ? this.named(node) : [node];
  }

  /** A type that values can be known by; none for lists, maps, functions and the predeclared ones. */
  type(node: number): Expr | undefined {
    switch (this.kind(node)) {
      case 'pointer_type':
      case 'parenthesized_type':
        return this.type(this.firstNamed(node));
      case 'generic_type':
        return this.type(this.field(node, 'type'));
      case 'qualified_type': {
        const [owner, name] = this.named(node);
        if (owner === undefined || name === undefined) return undefined;
        const object: Expr = { k: 'name', name: this.slice(owner), ...this.span(owner) };
        return { k: 'member', object, property: this.slice(name), ...this.span(node) };
      }
      case 'type_identifier': {
        const name = this.slice(node);
        return plainTypes.has(name) ? undefined : elsewhere(this, name, this.span(node));
      }
      default:
        return undefined;
    }
  }

  /** A test in which flags are replaced by what they stand for. */
  condition(node: number): Expr {
    return this.#tests.size === 0 ? this.expression(node) : this.#replaced(this.expression(node));
  }

  #replaced(expr: Expr): Expr {
    if (expr.k === 'name') return this.#tests.get(expr.name) ?? expr;
    if (expr.k === 'unary') return { ...expr, value: this.#replaced(expr.value) };
    if (expr.k === 'logic')
      return { ...expr, left: this.#replaced(expr.left), right: this.#replaced(expr.right) };
    return expr;
  }

  remember(flag: string, test: Expr): void {
    this.#tests.set(flag, test);
  }

  forget(flag: string): void {
    this.#tests.delete(flag);
  }

  withResults(names: string[], lower: () => Stmt[]): Stmt[] {
    this.#results.push(names);
    const body = lower();
    this.#results.pop();
    return body;
  }

  #return(n: number, into: Stmt[]): void {
    const span = this.span(n);
    const list = this.firstNamed(n);
    const values: Expr[] =
      list >= 0
        ? this.listed(list).map((node) => this.expression(node))
        : (this.#results.at(-1) ?? []).map((name) => ({ k: 'name', name, ...span }));
    const [only] = values;
    const items = values.map((value) => ({ value, spread: false }));
    const value: Expr | undefined = values.length > 1 ? { k: 'list', items, isSet: false, ...span } : only;
    into.push({ k: 'return', value, ...span });
  }

  /** Calls that do not come back. */
  #endsProgram(n: number): boolean {
    if (n < 0 || this.kind(n) !== 'call_expression') return false;
    const callee = this.slice(this.field(n, 'function'));
    return (
      (callee === 'panic' && !this.isDeclared('panic')) ||
      /^(?:log|logrus|glog|klog)\.(?:Fatal|Panic|Exit)(?:f|ln)?$|^os\.Exit$|^runtime\.Goexit$/.test(callee)
    );
  }

  #step(n: number, into: Stmt[]): void {
    const target = targetOf(this, this.firstNamed(n));
    const op = this.kind(n) === 'inc_statement' ? '+' : '-';
    const value: Expr = { k: 'const', value: 1, ...this.span(n) };
    push(into, { k: 'assign', target, value, op, ...this.span(n) });
  }

  #send(n: number, into: Stmt[]): void {
    const object = this.expression(this.field(n, 'channel'));
    const callee: Expr = { k: 'member', object, property: 'append', ...this.span(n) };
    const args = [{ value: this.expression(this.field(n, 'value')) }];
    push(into, { k: 'call', callee, args, isNew: false, ...this.span(n) });
  }

  #localTypes(n: number, into: Stmt[]): void {
    for (const spec of this.named(n)) {
      const definition = lowerType(this, spec);
      if (!definition) continue;
      this.declare(definition.name);
      into.push({ k: 'class', definition, ...this.span(spec) });
    }
  }
}

const plainTypes = new Set(
  `string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune float32 float64 bool error any comparable`.split(
    ' ',
  ),
);
