import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import { ClassLowering } from '../../core/class-lowering.ts';
import type {
  Argument,
  Expr,
  Handler,
  ModuleIr,
  Parameter,
  Span,
  Stmt,
  SwitchCase,
  Target,
} from '../../core/ir.ts';
import { lowerClass } from './classes.ts';
import { javaCharacter, javaNumber, javaString } from './literals.ts';

/** Java's syntax tree to the intermediate form. */
export function lowerJava(tree: FlatTree, text: string): ModuleIr {
  return new JavaLowering(tree, text).module();
}

export class JavaLowering extends ClassLowering {
  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'this');
    const inner = (n: number) => this.expression(this.firstNamed(n));
    const constant =
      (value: boolean | null) =>
      (n: number): Expr => ({ k: 'const', value, ...this.span(n) });
    const number = (n: number): Expr => ({ k: 'const', value: javaNumber(this.slice(n)), ...this.span(n) });
    const simpleType = (n: number) => this.type(this.slice(n), this.span(n));
    const classStatement = (n: number, into: Stmt[]) => lowerClass(this, n, into);
    const variables = (n: number, into: Stmt[]) => this.#variables(n, into);
    this.handle(
      {
        identifier: (n) => this.reference(this.slice(n), this.span(n)),
        this: (n) => ({ k: 'name', name: 'this', ...this.span(n) }),
        super: (n) => ({ k: 'name', name: 'super', ...this.span(n) }),
        type_identifier: simpleType,
        integral_type: simpleType,
        floating_point_type: simpleType,
        boolean_type: simpleType,
        void_type: simpleType,
        scoped_type_identifier: (n) => this.type(lastWord(this.slice(n)), this.span(n)),
        scoped_identifier: (n) => this.type(lastWord(this.slice(n)), this.span(n)),
        generic_type: inner,
        array_type: (n) => this.type('Array', this.span(n)),
        annotated_type: (n) => this.expression(this.named(n).at(-1) ?? -1),
        string_literal: (n) => ({ k: 'const', value: javaString(this.slice(n)), ...this.span(n) }),
        character_literal: (n) => ({ k: 'const', value: javaCharacter(this.slice(n)), ...this.span(n) }),
        decimal_integer_literal: number,
        hex_integer_literal: number,
        octal_integer_literal: number,
        binary_integer_literal: number,
        decimal_floating_point_literal: number,
        true: constant(true),
        false: constant(false),
        null_literal: constant(null),
        class_literal: (n) => inner(n),
        field_access: (n) => this.#fieldAccess(n),
        array_access: (n) => ({
          k: 'index',
          object: this.expression(this.field(n, 'array')),
          index: this.expression(this.field(n, 'index')),
          ...this.span(n),
        }),
        method_invocation: (n) => this.#invocation(n),
        object_creation_expression: (n) => this.#creation(n),
        array_creation_expression: (n) => {
          const value = this.field(n, 'value');
          return value < 0 ? this.unknown(n) : this.expression(value);
        },
        array_initializer: (n) => this.#list(n),
        element_value_array_initializer: (n) => this.#list(n),
        assignment_expression: (n) => this.#assignment(n),
        binary_expression: (n) => this.#binary(n),
        unary_expression: (n) => ({
          k: 'unary',
          op: this.slice(this.field(n, 'operator')),
          value: this.expression(this.field(n, 'operand')),
          ...this.span(n),
        }),
        update_expression: (n) =>
          this.increment(inner(n), this.slice(n).includes('--') ? '-' : '+', this.span(n)),
        ternary_expression: (n) => ({
          k: 'cond',
          test: this.expression(this.field(n, 'condition')),
          yes: this.expression(this.field(n, 'consequence')),
          otherwise: this.expression(this.field(n, 'alternative')),
          ...this.span(n),
        }),
        parenthesized_expression: inner,
        cast_expression: (n) => this.expression(this.field(n, 'value')),
        instanceof_expression: (n) => this.#instanceOf(n),
        lambda_expression: (n) => this.#lambda(n),
        method_reference: (n) => {
          const [object, member] = this.named(n);
          if (object === undefined || member === undefined) return this.unknown(n);
          const held = this.expression(object);
          return { k: 'member', object: held, property: this.slice(member), ...this.span(n) };
        },
        switch_expression: (n) => this.#switchValue(n),
        marker_annotation: (n) => this.#annotation(n),
        annotation: (n) => this.#annotation(n),
      },
      {
        package_declaration: () => {},
        import_declaration: (n) => this.#import(n),
        class_declaration: classStatement,
        interface_declaration: classStatement,
        enum_declaration: classStatement,
        record_declaration: classStatement,
        annotation_type_declaration: () => {},
        local_variable_declaration: variables,
        expression_statement: (n, into) => {
          const value = this.firstNamed(n);
          if (value < 0) return;
          if (this.kind(value) === 'switch_expression') this.#switch(value, into);
          else into.push({ k: 'expr', value: this.expression(value), ...this.span(n) });
        },
        switch_expression: (n, into) => this.#switch(n, into),
        block: (n, into) => into.push({ k: 'block', body: this.block(n), ...this.span(n) }),
        if_statement: (n, into) =>
          into.push({
            k: 'if',
            test: this.expression(this.field(n, 'condition')),
            yes: this.body(this.field(n, 'consequence')),
            otherwise: this.body(this.field(n, 'alternative')),
            ...this.span(n),
          }),
        for_statement: (n, into) => this.#for(n, into),
        enhanced_for_statement: (n, into) => {
          const name = this.field(n, 'name');
          const target = this.variable(name, this.field(n, 'type'));
          const iterable = this.expression(this.field(n, 'value'));
          const body = this.body(this.field(n, 'body'));
          into.push({ k: 'each', target, iterable, keys: false, body, otherwise: [], ...this.span(n) });
        },
        while_statement: (n, into) => this.#while(n, into, false),
        do_statement: (n, into) => this.#while(n, into, true),
        try_statement: (n, into) => this.#try(n, into),
        try_with_resources_statement: (n, into) => this.#try(n, into),
        synchronized_statement: (n, into) =>
          into.push({ k: 'block', body: this.block(this.field(n, 'body')), ...this.span(n) }),
        labeled_statement: (n, into) => {
          const body = this.named(n).at(-1);
          if (body !== undefined) this.statement(body, into);
        },
        return_statement: (n, into) => {
          const value = this.firstNamed(n);
          into.push({ k: 'return', value: value < 0 ? undefined : this.expression(value), ...this.span(n) });
        },
        yield_statement: (n, into) => into.push({ k: 'expr', value: inner(n), ...this.span(n) }),
        throw_statement: (n, into) => into.push({ k: 'throw', value: inner(n), ...this.span(n) }),
        break_statement: (n, into) => into.push({ k: 'break', ...this.span(n) }),
        continue_statement: (n, into) => into.push({ k: 'continue', ...this.span(n) }),
        explicit_constructor_invocation: (n, into) => {
          const callee: Expr = { k: 'member', object: inner(n), property: '<init>', ...this.span(n) };
          const args = this.arguments(this.field(n, 'arguments'));
          const value: Expr = { k: 'call', callee, args, isNew: false, ...this.span(n) };
          into.push({ k: 'expr', value, ...this.span(n) });
        },
      },
    );
  }

  /** The body of a statement, with or without braces. */
  body(n: number): Stmt[] {
    if (n < 0) return [];
    if (this.kind(n) === 'block' || this.kind(n) === 'constructor_body') return this.block(n);
    const into: Stmt[] = [];
    this.statement(n, into);
    return into;
  }

  variable(nameNode: number, typeNode: number): Target {
    if (nameNode < 0) return { k: 'none', start: 0, end: 0 };
    const name = this.slice(nameNode);
    this.declare(name);
    const target: Target = { k: 'name', name, ...this.span(nameNode) };
    if (typeNode >= 0 && this.slice(typeNode) !== 'var') target.type = this.expression(typeNode);
    return target;
  }

  arguments(list: number): Argument[] {
    return list < 0 ? [] : this.named(list).map((child) => ({ value: this.expression(child) }));
  }

  annotations(n: number): Expr[] {
    const modifiers = this.childOfKind(n, 'modifiers');
    if (modifiers < 0) return [];
    return this.named(modifiers)
      .filter((child) => this.kind(child).endsWith('annotation'))
      .map((child) => this.expression(child));
  }

  parameters(list: number): Parameter[] {
    const found: Parameter[] = [];
    for (const child of list < 0 ? [] : this.named(list)) {
      const kind = this.kind(child);
      if (kind === 'receiver_parameter') continue;
      const isRest = kind === 'spread_parameter';
      const declarator = isRest ? this.childOfKind(child, 'variable_declarator') : child;
      const nameNode = kind === 'identifier' ? child : this.field(declarator, 'name');
      const typeNode = isRest ? -1 : this.field(child, 'type');
      const target = this.variable(nameNode, -1);
      const type = typeNode < 0 ? undefined : this.expression(typeNode);
      found.push({
        target,
        name: target.k === 'name' ? target.name : '',
        kind: isRest ? 'rest' : 'plain',
        otherwise: undefined,
        type,
        decorators: this.annotations(child),
        reference: this.isFillable(type),
      });
    }
    return found;
  }

  #import(n: number): void {
    const path = this.slice(this.firstNamed(n)).split('.');
    if (this.childOfKind(n, 'asterisk') >= 0) return;
    const name = path.at(-1)!;
    if (this.hasToken(n, 'static')) this.bind(name, path.slice(-2));
    else this.bind(name, [name]);
  }

  #annotation(n: number): Expr {
    const callee = this.type(lastWord(this.slice(this.field(n, 'name'))), this.span(n));
    const list = this.field(n, 'arguments');
    if (list < 0) return callee;
    const args: Argument[] = this.named(list).map((child) =>
      this.kind(child) === 'element_value_pair'
        ? {
            name: this.slice(this.field(child, 'key')),
            value: this.expression(this.field(child, 'value')),
          }
        : { value: this.expression(child) },
    );
    return { k: 'call', callee, args, isNew: false, ...this.span(n) };
  }

  /** `a.b.C.d` with packages in front is read from the class on. */
  #fieldAccess(n: number): Expr {
    const property = this.slice(this.field(n, 'field'));
    const object = this.field(n, 'object');
    if (this.#isPackage(object) && /^[A-Z]/.test(property)) return this.type(property, this.span(n));
    return { k: 'member', object: this.expression(object), property, ...this.span(n) };
  }

  #isPackage(n: number): boolean {
    const text = this.slice(n);
    if (!/^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/.test(text)) return false;
    return (
      this.reference(text.slice(0, text.indexOf('.')), this.span(n)).k === 'name' &&
      !this.isLocal(text.slice(0, text.indexOf('.')))
    );
  }

  #invocation(n: number): Expr {
    const span = this.span(n);
    const object = this.field(n, 'object');
    const name = this.slice(this.field(n, 'name'));
    const args = this.arguments(this.field(n, 'arguments'));
    if (object < 0)
      return { k: 'call', callee: this.calledReference(name, span), args, isNew: false, ...span };
    const [first, ...rest] = args;
    if (name === 'equals' && rest.length === 0 && first)
      return this.binary('==', this.expression(object), first.value, span);
    if (name === 'concat' && rest.length === 0 && first)
      return this.binary('+', this.expression(object), first.value, span);
    const held = this.expression(object);
    if (name === 'format' && held.k === 'name' && held.name === 'String' && first)
      return formatCall(args, span);
    const joined =
      name === 'join' && held.k === 'name' && held.name === 'String' ? this.joined(args, span) : undefined;
    if (joined) return joined;
    const literal = held.k === 'name' ? this.collection(held.name, name, args, span) : undefined;
    if (literal && !(args.length === 1 && first?.value.k === 'name')) return literal;
    const property = name === 'formatted' ? 'format' : name;
    return {
      k: 'call',
      callee: { k: 'member', object: held, property, ...span },
      args,
      isNew: false,
      ...span,
    };
  }

  #creation(n: number): Expr {
    const span = this.span(n);
    const typeNode = this.field(n, 'type');
    const type = this.expression(typeNode);
    const args = this.arguments(this.field(n, 'arguments'));
    const body = this.childOfKind(n, 'class_body');
    if (body < 0) return this.construction(type, args, span);
    const into: Stmt[] = [];
    const definition = lowerClass(this, n, into, { name: '', bases: [type], body });
    return { k: 'call', callee: { k: 'class', definition, ...span }, args, isNew: true, ...span };
  }

  #list(n: number): Expr {
    const items = this.named(n)
      .slice(0, maxLiteralItems)
      .map((child) => ({ spread: false, value: this.expression(child) }));
    return { k: 'list', items, isSet: false, ...this.span(n) };
  }

  #assignment(n: number): Expr {
    const left = this.expression(this.field(n, 'left'));
    const value = this.expression(this.field(n, 'right'));
    const op = this.slice(this.field(n, 'operator')).slice(0, -1);
    if (left.k !== 'name' && left.k !== 'member' && left.k !== 'index')
      return { k: 'unknown', parts: [left, value], ...this.span(n) };
    const span = this.span(n);
    return op
      ? { k: 'assign', target: left, value, op, ...span }
      : { k: 'assign', target: left, value, ...span };
  }

  /** Long chains lean to the left; they are walked, not recursed into. */
  #binary(n: number): Expr {
    const chain: number[] = [];
    let at = n;
    while (at >= 0 && this.kind(at) === 'binary_expression') {
      chain.push(at);
      at = this.field(at, 'left');
    }
    let left = this.expression(at);
    for (const node of chain.reverse())
      left = this.binary(
        this.slice(this.field(node, 'operator')),
        left,
        this.expression(this.field(node, 'right')),
        this.span(node),
      );
    return left;
  }

  #instanceOf(n: number): Expr {
    const left = this.expression(this.field(n, 'left'));
    const name = this.field(n, 'name');
    if (name < 0) return { k: 'unknown', parts: [], ...this.span(n) };
    const target = this.variable(name, this.field(n, 'right'));
    const bound: Expr = { k: 'assign', target, value: left, ...this.span(n) };
    return { k: 'unknown', parts: [bound], ...this.span(n) };
  }

  #lambda(n: number): Expr {
    const fn = this.functionIr(n, -1, { ...lambdaDetails, className: this.className }, () => {
      const list = this.field(n, 'parameters');
      const isBare = list >= 0 && this.kind(list) === 'identifier';
      const parameters = isBare ? this.#bareParameter(list) : this.parameters(list);
      const body = this.field(n, 'body');
      if (body >= 0 && this.kind(body) === 'block') return { parameters, body: this.block(body) };
      return { parameters, body: [{ k: 'return', value: this.expression(body), ...this.span(body) }] };
    });
    return { k: 'function', fn, ...this.span(n) };
  }

  #bareParameter(n: number): Parameter[] {
    const target = this.variable(n, -1);
    return [
      { target, name: this.slice(n), kind: 'plain', otherwise: undefined, type: undefined, decorators: [] },
    ];
  }

  #variables(n: number, into: Stmt[]): void {
    const type = this.field(n, 'type');
    for (const child of this.fieldAll(n, 'declarator')) {
      const valueNode = this.field(child, 'value');
      const value: Expr =
        valueNode < 0 ? { k: 'const', value: null, ...this.span(child) } : this.expression(valueNode);
      const target = this.variable(this.field(child, 'name'), type);
      into.push({ k: 'expr', value: { k: 'assign', target, value, ...this.span(child) }, ...this.span(n) });
    }
  }

  #for(n: number, into: Stmt[]): void {
    for (const initial of this.fieldAll(n, 'init')) this.statement(initial, into);
    const test = this.field(n, 'condition');
    const update = this.field(n, 'update');
    into.push({
      k: 'loop',
      test: test < 0 ? undefined : this.expression(test),
      update: update < 0 ? undefined : this.expression(update),
      body: this.body(this.field(n, 'body')),
      runsFirst: false,
      ...this.span(n),
    });
  }

  #while(n: number, into: Stmt[], runsFirst: boolean): void {
    into.push({
      k: 'loop',
      test: this.expression(this.field(n, 'condition')),
      update: undefined,
      body: this.body(this.field(n, 'body')),
      runsFirst,
      ...this.span(n),
    });
  }

  #switch(n: number, into: Stmt[]): void {
    const cases: SwitchCase[] = [];
    const body = this.field(n, 'body');
    let fallsThrough = true;
    for (const group of body < 0 ? [] : this.named(body)) {
      if (this.kind(group) === 'switch_rule') fallsThrough = false;
      cases.push(...this.#cases(group));
    }
    const subject = this.expression(this.field(n, 'condition'));
    into.push({ k: 'switch', subject, cases, fallsThrough, ...this.span(n) });
  }

  /** Labels one behind the other share the statements behind the last of them. */
  #cases(group: number): SwitchCase[] {
    const tests: Expr[] = [];
    const body: Stmt[] = [];
    let isDefault = false;
    for (const child of this.named(group))
      if (this.kind(child) === 'switch_label') {
        const values = this.named(child);
        if (values.length === 0) isDefault = true;
        for (const value of values) tests.push(this.expression(value));
      } else this.statement(child, body);
    return [{ tests: isDefault ? [] : tests, bindings: [], guard: undefined, body }];
  }

  /** As a value a switch is whatever one of its arms gives. */
  #switchValue(n: number): Expr {
    const parts: Expr[] = [];
    const body = this.field(n, 'body');
    for (const group of body < 0 ? [] : this.named(body))
      for (const child of this.named(group)) {
        if (this.kind(child) === 'switch_label') continue;
        const value = this.kind(child) === 'expression_statement' ? this.firstNamed(child) : child;
        if (this.kind(value) !== 'block' && this.kind(value) !== 'throw_statement')
          parts.push(this.expression(value));
        else if (this.kind(value) === 'block')
          for (const inside of this.named(value))
            if (this.kind(inside) === 'yield_statement') parts.push(this.expression(this.firstNamed(inside)));
      }
    const test: Expr = {
      k: 'unknown',
      parts: [this.expression(this.field(n, 'condition'))],
      ...this.span(n),
    };
    return parts.reduceRight<Expr>(
      (otherwise, yes) => ({ k: 'cond', test, yes, otherwise, ...this.span(n) }),
      { k: 'const', value: null, ...this.span(n) },
    );
  }

  #try(n: number, into: Stmt[]): void {
    const resources = this.field(n, 'resources');
    const body: Stmt[] = [];
    for (const resource of resources < 0 ? [] : this.named(resources)) {
      const name = this.field(resource, 'name');
      const valueNode = this.field(resource, 'value');
      if (name < 0 || valueNode < 0) continue;
      const value = this.expression(valueNode);
      const target = this.variable(name, this.field(resource, 'type'));
      const bound: Expr = { k: 'assign', target, value, ...this.span(resource) };
      body.push({ k: 'expr', value: bound, ...this.span(resource) });
    }
    body.push(...this.block(this.field(n, 'body')));
    const handlers: Handler[] = [];
    let last: Stmt[] = [];
    for (const child of this.named(n)) {
      if (this.kind(child) === 'finally_clause') last = this.block(this.firstNamed(child));
      if (this.kind(child) !== 'catch_clause') continue;
      const parameter = this.childOfKind(child, 'catch_formal_parameter');
      const name = parameter < 0 ? undefined : this.variable(this.field(parameter, 'name'), -1);
      const types = parameter < 0 ? -1 : this.childOfKind(parameter, 'catch_type');
      handlers.push({
        name,
        types: types < 0 ? undefined : this.expression(this.firstNamed(types)),
        body: this.block(this.field(child, 'body')),
      });
    }
    into.push({ k: 'try', body, handlers, otherwise: [], last, ...this.span(n) });
  }
}

/** `String.format(f, …)` is `f.format(…)`; a locale in front says nothing. */
function formatCall(args: readonly Argument[], span: Span): Expr {
  const from = args[0]!.value.k === 'member' && args.length > 1 ? 1 : 0;
  const format = args[from]!.value;
  return {
    k: 'call',
    callee: { k: 'member', object: format, property: 'format', ...span },
    args: args.slice(from + 1),
    isNew: false,
    ...span,
  };
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf('.') + 1).replace(/<[\s\S]*$/, '');
}

const lambdaDetails = { name: '', decorators: [], isStatic: false, ownsThis: false, exported: false };
/** A data table of a million rows is one value to the analysis; its first rows stand for all. */
const maxLiteralItems = 200;
