import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, FunctionIr, ModuleIr, Parameter, Span, Stmt } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';
import type { FunctionDetails } from '../shared/lowering.ts';
import { loopStatement } from '../shared/plain-nodes.ts';
import { lowerCreation, lowerFunctionCall, lowerMemberCall, lowerStaticCall, named } from './calls.ts';
import { lowerClass, lowerFunction } from './declarations.ts';
import {
  lowerArray,
  lowerAssignment,
  lowerAugmented,
  lowerBinary,
  lowerCast,
  lowerConditional,
  lowerHeredoc,
  lowerMatch,
  lowerString,
  lowerText,
} from './expressions.ts';
import { FileVariables, withAnswers } from './includes.ts';
import { phpNumber } from './literals.ts';
import * as statements from './statements.ts';

/** PHP's syntax tree to the intermediate form. */
export function lowerPhp(tree: FlatTree, text: string): ModuleIr {
  const php = new PhpLowering(tree, text);
  const module = php.module();
  // A page that ends in the middle for everyone is looked at to its end all the same.
  const body = module.body.flatMap((statement): Stmt[] =>
    statement.k !== 'throw'
      ? [statement]
      : statement.value
        ? [{ ...statement, k: 'expr', value: statement.value }]
        : [],
  );
  const parameters = php.variables.finish();
  return withAnswers({ ...module, body, parameters }, php.variables.set);
}

/** Variables keep their dollar, so that they are never taken for functions or classes. */
export class PhpLowering extends ClassLowering {
  /** Names that the function being lowered takes from around it. */
  #captured: Set<string> | 'all' = new Set();
  #depth = 0;
  readonly variables = new FileVariables();

  constructor(tree: FlatTree, text: string) {
    super(tree, text, '$this');
    const inner = (n: number) => this.expression(this.firstNamed(n));
    const number = (n: number): Expr => ({ k: 'const', value: phpNumber(this.slice(n)), ...this.span(n) });
    const text_ = (n: number) => lowerText(this, n);
    const heredoc = (n: number) => lowerHeredoc(this, n);
    const member = (n: number) => this.#member(n);
    const memberCall = (n: number) => lowerMemberCall(this, n);
    const include = (n: number) => named('include', [inner(n)], this.span(n));
    const closure = (n: number): Expr => ({
      k: 'function',
      fn: lowerFunction(this, n, undefined),
      ...this.span(n),
    });
    const classStatement = (n: number, into: Stmt[]) => {
      const definition = lowerClass(this, n, this.slice(this.field(n, 'name')));
      into.push({ k: 'class', definition, ...this.span(n) });
    };
    this.handle(
      {
        variable_name: (n) => this.variable(this.slice(n).slice(1), this.span(n)),
        dynamic_variable_name: (n) => this.unknown(n),
        name: (n) => ({ k: 'name', name: this.slice(n), ...this.span(n) }),
        qualified_name: (n) => ({ k: 'name', name: this.lastName(n), ...this.span(n) }),
        relative_scope: (n) => this.scope(n),
        integer: number,
        float: number,
        boolean: (n) => ({ k: 'const', value: this.slice(n).toLowerCase() === 'true', ...this.span(n) }),
        null: (n) => ({ k: 'const', value: null, ...this.span(n) }),
        string: (n) => lowerString(this, n),
        encapsed_string: text_,
        heredoc,
        nowdoc: heredoc,
        shell_command_expression: (n) => named('shell_exec', [lowerText(this, n)], this.span(n)),
        array_creation_expression: (n) => lowerArray(this, n),
        parenthesized_expression: inner,
        error_suppression_expression: inner,
        clone_expression: inner,
        throw_expression: inner,
        print_intrinsic: (n) => named('print', [inner(n)], this.span(n)),
        include_expression: include,
        include_once_expression: include,
        require_expression: include,
        require_once_expression: include,
        function_call_expression: (n) => lowerFunctionCall(this, n),
        member_call_expression: memberCall,
        nullsafe_member_call_expression: memberCall,
        scoped_call_expression: (n) => lowerStaticCall(this, n),
        object_creation_expression: (n) => lowerCreation(this, n),
        member_access_expression: member,
        nullsafe_member_access_expression: member,
        scoped_property_access_expression: (n) => ({
          k: 'member',
          object: this.scope(this.field(n, 'scope')),
          property: this.slice(this.field(n, 'name')).slice(1),
          ...this.span(n),
        }),
        class_constant_access_expression: (n) => this.#classConstant(n),
        subscript_expression: (n) => this.#subscript(n),
        assignment_expression: (n) => lowerAssignment(this, n),
        reference_assignment_expression: (n) => lowerAssignment(this, n),
        augmented_assignment_expression: (n) => lowerAugmented(this, n),
        binary_expression: (n) => lowerBinary(this, n),
        unary_op_expression: (n) => this.#unary(n),
        update_expression: (n) => {
          const value = this.expression(this.field(n, 'argument'));
          return this.increment(value, this.slice(n).includes('--') ? '-' : '+', this.span(n));
        },
        conditional_expression: (n) => lowerConditional(this, n),
        match_expression: (n) => lowerMatch(this, n),
        cast_expression: (n) => lowerCast(this, n),
        anonymous_function: closure,
        anonymous_function_creation_expression: closure,
        arrow_function: closure,
        yield_expression: (n) => this.unknown(n),
      },
      {
        comment: () => {},
        text: () => {},
        php_tag: () => {},
        text_interpolation: () => {},
        empty_statement: () => {},
        namespace_definition: (n, into) => into.push(...this.block(this.field(n, 'body'))),
        namespace_use_declaration: (n) => this.#use(n),
        class_declaration: classStatement,
        interface_declaration: classStatement,
        trait_declaration: classStatement,
        enum_declaration: classStatement,
        function_definition: (n, into) => {
          const fn = lowerFunction(this, n, undefined);
          this.declare(fn.name);
          into.push({ k: 'function', fn, ...this.span(n) });
        },
        expression_statement: (n, into) => statements.lowerExpressionStatement(this, n, into),
        echo_statement: (n, into) => statements.lowerEcho(this, n, into),
        exit_statement: (n, into) => statements.lowerExit(this, n, into),
        compound_statement: (n, into) => into.push({ k: 'block', body: this.block(n), ...this.span(n) }),
        if_statement: (n, into) => statements.lowerIf(this, n, into),
        foreach_statement: (n, into) => statements.lowerForeach(this, n, into),
        for_statement: (n, into) => statements.lowerFor(this, n, into),
        while_statement: (n, into) => into.push(loopStatement(this, n, false)),
        do_statement: (n, into) => into.push(loopStatement(this, n, true)),
        switch_statement: (n, into) => statements.lowerSwitch(this, n, into),
        try_statement: (n, into) => statements.lowerTry(this, n, into),
        return_statement: (n, into) => {
          const node = this.firstNamed(n);
          const value = node < 0 ? undefined : this.expression(node);
          // What a file gives to the one that includes it are settings, whatever stands behind.
          if (value && this.#depth === 0) into.push({ k: 'expr', value, ...this.span(n) });
          else into.push({ k: 'return', value, ...this.span(n) });
        },
        break_statement: (n, into) => into.push({ k: 'break', ...this.span(n) }),
        continue_statement: (n, into) => into.push({ k: 'continue', ...this.span(n) }),
        unset_statement: (n, into) => statements.lowerUnset(this, n, into),
        global_declaration: (n) => {
          for (const child of this.named(n)) this.undeclare(this.slice(child));
        },
        function_static_declaration: () => {},
        const_declaration: (n, into) => statements.lowerConstants(this, n, into),
      },
    );
  }

  /** The statements of a body, with or without braces. */
  body(n: number): Stmt[] {
    if (n < 0) return [];
    if (this.kind(n) === 'compound_statement' || this.kind(n) === 'colon_block') return this.block(n);
    const into: Stmt[] = [];
    this.statement(n, into);
    return into;
  }

  /** A variable: a function sees its own, what it captures, and the superglobals. */
  variable(name: string, span: Span): Expr {
    const own = `$${name}`;
    const isShared = superglobal.test(name) || name === 'this';
    const isCaptured = this.#captured === 'all' || this.#captured.has(own);
    if (!isShared && !isCaptured && !this.#globals.has(`${this.#depth}:${own}`)) this.declare(own);
    if (!isShared) this.variables.mention(own);
    return { k: 'name', name: own, ...span };
  }

  readonly #globals = new Set<string>();

  override undeclare(name: string): void {
    super.undeclare(name);
    this.#globals.add(`${this.#depth}:${name}`);
  }

  functionIn(
    captured: Set<string> | 'all',
    node: number,
    heading: number,
    details: FunctionDetails,
    lower: () => { parameters: Parameter[]; body: Stmt[] },
  ): FunctionIr {
    const before = this.#captured;
    this.#captured = captured;
    this.#depth++;
    this.variables.enter();
    const fn = this.functionIr(node, heading, details, lower);
    for (const name of this.#globals) if (name.startsWith(`${this.#depth}:`)) this.#globals.delete(name);
    this.#depth--;
    this.variables.leave();
    this.#captured = before;
    return fn;
  }

  lastName(n: number): string {
    const text = this.slice(n);
    return text.slice(text.lastIndexOf('\\') + 1);
  }

  /** A class by name; `self` and `static` are the one around, `parent` its base. */
  scope(n: number): Expr {
    if (n < 0) return this.missing();
    const kind = this.kind(n);
    if (kind !== 'name' && kind !== 'qualified_name' && kind !== 'relative_scope') return this.expression(n);
    const name = this.lastName(n);
    const span = this.span(n);
    if (name === 'parent') return { k: 'name', name: 'super', ...span };
    if (name === 'self' || name === 'static') return this.type(this.className ?? name, span);
    return this.type(name, span);
  }

  /** The class that a declared type names; scalars, unions and nothing give none. */
  declaredType(node: number): Expr | undefined {
    const plain = this.slice(node).replace(/^\??\\?/, '');
    if (!/^[\w\\]+$/.test(plain)) return undefined;
    const simple = plain.slice(plain.lastIndexOf('\\') + 1);
    return /^[A-Z]/.test(simple) ? this.type(simple, this.span(node)) : undefined;
  }

  /** What a property starts with is seen by rules as the value of a variable of its name. */
  declaredDefault(element: number, value: number): Stmt {
    const span = this.span(element);
    const name = this.slice(this.field(element, 'name')).slice(1);
    const target = { k: 'name' as const, name, ...span };
    return { k: 'expr', value: { k: 'assign', target, value: this.expression(value), ...span }, ...span };
  }

  anonymousClass(n: number): Expr {
    return { k: 'class', definition: lowerClass(this, n, ''), ...this.span(n) };
  }

  #use(n: number): void {
    for (const clause of this.named(n)) {
      if (this.kind(clause) !== 'namespace_use_clause') continue;
      const alias = this.field(clause, 'alias');
      const name = this.firstNamed(clause);
      if (name < 0) continue;
      if (alias >= 0) this.bind(this.slice(alias), [this.lastName(name)]);
    }
  }

  #member(n: number): Expr {
    const object = this.expression(this.field(n, 'object'));
    const name = this.field(n, 'name');
    if (name >= 0 && this.kind(name) === 'name')
      return { k: 'member', object, property: this.slice(name), ...this.span(n) };
    return { k: 'index', object, index: this.expression(name), ...this.span(n) };
  }

  #classConstant(n: number): Expr {
    const [scope, name] = this.named(n);
    if (scope === undefined || name === undefined) return this.unknown(n);
    if (this.slice(name) === 'class') return { k: 'const', value: this.lastName(scope), ...this.span(n) };
    return { k: 'member', object: this.scope(scope), property: this.slice(name), ...this.span(n) };
  }

  #subscript(n: number): Expr {
    const [object, index] = this.named(n);
    if (object === undefined) return this.unknown(n);
    const key: Expr =
      index === undefined
        ? { k: 'unknown', parts: [], ...this.span(n) }
        : this.kind(index) === 'name'
          ? { k: 'const', value: this.slice(index), ...this.span(index) }
          : this.expression(index);
    return { k: 'index', object: this.expression(object), index: key, ...this.span(n) };
  }

  #unary(n: number): Expr {
    const argument = this.field(n, 'argument');
    const op = this.text.slice(this.start(n), this.start(argument)).trim();
    const value = this.expression(argument);
    return op === '@' || op === '&' ? value : { k: 'unary', op, value, ...this.span(n) };
  }
}

const superglobal = /^(?:_(?:GET|POST|REQUEST|COOKIE|FILES|SERVER|ENV|SESSION)|GLOBALS|HTTP_RAW_POST_DATA)$/;
