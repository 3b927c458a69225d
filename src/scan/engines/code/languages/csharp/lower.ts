import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import { ClassLowering } from '../../core/class-lowering.ts';
import type {
  Argument,
  Expr,
  Handler,
  ModuleIr,
  Parameter,
  Stmt,
  SwitchCase,
  Target,
} from '../../core/ir.ts';
import { lowerCall } from './calls.ts';
import { lowerClass } from './classes.ts';
import { lowerCollection } from './initializers.ts';
import { csharpNumber, csharpString, csharpVerbatim, lowerInterpolation } from './literals.ts';

/** C#'s syntax tree to the intermediate form. */
export function lowerCsharp(tree: FlatTree, text: string): ModuleIr {
  return new CsharpLowering(tree, text).module();
}

export class CsharpLowering extends ClassLowering {
  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'this');
    const inner = (n: number) => this.expression(this.firstNamed(n));
    const last = (n: number) => this.expression(this.named(n).at(-1) ?? -1);
    const constant =
      (value: boolean | null) =>
      (n: number): Expr => ({ k: 'const', value, ...this.span(n) });
    const number = (n: number): Expr => ({ k: 'const', value: csharpNumber(this.slice(n)), ...this.span(n) });
    const types = (n: number, into: Stmt[]) => {
      lowerClass(this, n, into);
    };
    const nested = (n: number, into: Stmt[]) => into.push(...this.block(this.field(n, 'body')));
    const local = (n: number, into: Stmt[]) => {
      for (const child of this.named(n))
        if (this.kind(child) === 'variable_declaration') this.variables(child, into);
    };
    this.handle(
      {
        identifier: (n) => this.reference(this.slice(n), this.span(n)),
        this: (n) => ({ k: 'name', name: 'this', ...this.span(n) }),
        base: (n) => ({ k: 'name', name: 'super', ...this.span(n) }),
        predefined_type: (n) => this.type(this.slice(n), this.span(n)),
        generic_name: (n) => this.type(this.slice(this.firstNamed(n)), this.span(n)),
        qualified_name: (n) => this.type(lastWord(this.slice(n)), this.span(n)),
        nullable_type: inner,
        array_type: (n) => this.type('Array', this.span(n)),
        string_literal: (n) => ({ k: 'const', value: csharpString(this.slice(n)), ...this.span(n) }),
        verbatim_string_literal: (n) => ({
          k: 'const',
          value: csharpVerbatim(this.slice(n)),
          ...this.span(n),
        }),
        raw_string_literal: (n) => ({
          k: 'const',
          value: this.slice(n).replace(/^"{3,}|"{3,}$/g, ''),
          ...this.span(n),
        }),
        character_literal: (n) => ({ k: 'const', value: csharpString(this.slice(n)), ...this.span(n) }),
        interpolated_string_expression: (n) => lowerInterpolation(this, n),
        integer_literal: number,
        real_literal: number,
        boolean_literal: (n) => ({ k: 'const', value: this.slice(n) === 'true', ...this.span(n) }),
        null_literal: constant(null),
        member_access_expression: (n) => this.#member(n),
        conditional_access_expression: (n) => this.#conditional(n),
        element_access_expression: (n) => {
          const [index] = this.arguments(this.field(n, 'subscript'));
          const object = this.expression(this.field(n, 'expression'));
          return index ? { k: 'index', object, index: index.value, ...this.span(n) } : this.unknown(n);
        },
        invocation_expression: (n) => lowerCall(this, n),
        object_creation_expression: (n) => this.#creation(n, this.expression(this.field(n, 'type'))),
        implicit_object_creation_expression: (n) => this.#creation(n, this.missing()),
        array_creation_expression: last,
        implicit_array_creation_expression: last,
        initializer_expression: (n) => this.#list(n),
        collection_expression: (n) => this.#list(n),
        assignment_expression: (n) => this.#assignment(n),
        binary_expression: (n) => this.#binary(n),
        prefix_unary_expression: (n) => this.#unary(n),
        postfix_unary_expression: (n) => this.#unary(n),
        conditional_expression: (n) => ({
          k: 'cond',
          test: this.expression(this.field(n, 'condition')),
          yes: this.expression(this.field(n, 'consequence')),
          otherwise: this.expression(this.field(n, 'alternative')),
          ...this.span(n),
        }),
        parenthesized_expression: inner,
        cast_expression: (n) => this.expression(this.field(n, 'value')),
        as_expression: (n) => this.expression(this.field(n, 'left')),
        await_expression: (n) => ({ k: 'await', value: inner(n), ...this.span(n) }),
        is_pattern_expression: (n) => this.#isPattern(n),
        lambda_expression: (n) => this.#lambda(n),
        anonymous_method_expression: (n) => this.#lambda(n),
        switch_expression: (n) => this.#switchValue(n),
        constant_pattern: inner,
        typeof_expression: last,
        attribute: (n) => this.#attribute(n),
        declaration_expression: (n) => {
          const target = this.variable(this.field(n, 'name'), this.field(n, 'type'));
          return target.k === 'name' ? { k: 'name', name: target.name, ...this.span(n) } : this.unknown(n);
        },
        tuple_expression: (n) => ({
          k: 'list',
          items: this.arguments(n).map(({ value }) => ({ value, spread: false })),
          isSet: false,
          ...this.span(n),
        }),
      },
      {
        using_directive: () => {},
        namespace_declaration: nested,
        file_scoped_namespace_declaration: (n, into) => into.push(...this.block(n)),
        class_declaration: types,
        struct_declaration: types,
        record_declaration: types,
        interface_declaration: types,
        global_statement: (n, into) => into.push(...this.block(n)),
        local_declaration_statement: local,
        using_statement: (n, into) => {
          local(n, into);
          into.push({ k: 'block', body: this.body(this.field(n, 'body')), ...this.span(n) });
        },
        expression_statement: (n, into) => into.push({ k: 'expr', value: inner(n), ...this.span(n) }),
        local_function_statement: (n, into) => {
          const name = this.slice(this.field(n, 'name'));
          this.declare(name);
          into.push({ k: 'function', fn: this.function(n, name, false), ...this.span(n) });
        },
        block: (n, into) => into.push({ k: 'block', body: this.block(n), ...this.span(n) }),
        lock_statement: (n, into) => {
          const body = this.named(n).at(-1);
          if (body !== undefined) this.statement(body, into);
        },
        if_statement: (n, into) =>
          into.push({
            k: 'if',
            test: this.expression(this.field(n, 'condition')),
            yes: this.body(this.field(n, 'consequence')),
            otherwise: this.body(this.field(n, 'alternative')),
            ...this.span(n),
          }),
        for_statement: (n, into) => this.#for(n, into),
        foreach_statement: (n, into) => {
          const target = this.variable(this.field(n, 'left'), this.field(n, 'type'));
          const iterable = this.expression(this.field(n, 'right'));
          const body = this.body(this.field(n, 'body'));
          into.push({ k: 'each', target, iterable, keys: false, body, otherwise: [], ...this.span(n) });
        },
        while_statement: (n, into) => this.#while(n, into, false),
        do_statement: (n, into) => this.#while(n, into, true),
        switch_statement: (n, into) => this.#switch(n, into),
        try_statement: (n, into) => this.#try(n, into),
        return_statement: (n, into) => {
          const value = this.firstNamed(n);
          into.push({ k: 'return', value: value < 0 ? undefined : this.expression(value), ...this.span(n) });
        },
        yield_statement: (n, into) => into.push({ k: 'expr', value: inner(n), ...this.span(n) }),
        throw_statement: (n, into) => into.push({ k: 'throw', value: inner(n), ...this.span(n) }),
        break_statement: (n, into) => into.push({ k: 'break', ...this.span(n) }),
        continue_statement: (n, into) => into.push({ k: 'continue', ...this.span(n) }),
      },
    );
  }

  body(n: number): Stmt[] {
    if (n < 0) return [];
    if (this.kind(n) === 'block') return this.block(n);
    if (this.kind(n) === 'arrow_expression_clause')
      return [{ k: 'return', value: this.expression(this.firstNamed(n)), ...this.span(n) }];
    const into: Stmt[] = [];
    this.statement(n, into);
    return into;
  }

  function(n: number, name: string, isMethod: boolean) {
    const isStatic = this.named(n).some(
      (child) => this.kind(child) === 'modifier' && this.slice(child) === 'static',
    );
    const decorators = this.attributes(n);
    const result = this.field(n, 'returns');
    // An action of a controller takes its parameters from the request, with or without an attribute that says so.
    if (
      isMethod &&
      result >= 0 &&
      /ActionResult|JsonResult|ContentResult|ViewResult/.test(this.slice(result))
    )
      decorators.push(this.type('ControllerAction', this.span(result)));
    const details = {
      name,
      decorators,
      className: isMethod ? this.className : undefined,
      isStatic,
      ownsThis: isMethod,
      exported: true,
    };
    return this.functionIr(n, this.field(n, 'name'), details, () => ({
      parameters: this.parameters(this.field(n, 'parameters')),
      body: this.body(this.field(n, 'body')),
    }));
  }

  attributes(n: number): Expr[] {
    return this.named(n)
      .filter((child) => this.kind(child) === 'attribute_list')
      .flatMap((list) => this.named(list))
      .filter((child) => this.kind(child) === 'attribute')
      .map((child) => this.expression(child));
  }

  parameters(list: number): Parameter[] {
    if (list < 0) return [];
    const nodes = this.kind(list) === 'parameter_list' ? this.named(list) : [list];
    return nodes.map((child) => {
      const nameNode = this.field(child, 'name');
      const typeNode = this.field(child, 'type');
      const target = this.variable(nameNode < 0 ? child : nameNode, -1);
      const type = typeNode < 0 ? undefined : this.expression(typeNode);
      const tail = this.named(child).at(-1);
      const hasDefault = nameNode >= 0 && tail !== undefined && tail > nameNode;
      return {
        target,
        name: target.k === 'name' ? target.name : '',
        kind: 'plain' as const,
        reference: /^(?:out|ref)\b/.test(this.slice(child)) || this.isFillable(type),
        otherwise: hasDefault ? this.expression(tail) : undefined,
        type,
        decorators: this.attributes(child),
      };
    });
  }

  variable(nameNode: number, typeNode: number): Target {
    if (nameNode < 0) return { k: 'none', start: 0, end: 0 };
    const name = this.slice(nameNode);
    this.declare(name);
    const target: Target = { k: 'name', name, ...this.span(nameNode) };
    if (typeNode >= 0 && this.kind(typeNode) !== 'implicit_type') target.type = this.expression(typeNode);
    return target;
  }

  variables(n: number, into: Stmt[]): void {
    const type = this.field(n, 'type');
    for (const child of this.named(n)) {
      if (this.kind(child) !== 'variable_declarator') continue;
      const name = this.field(child, 'name');
      const valueNode = this.named(child).at(-1) ?? -1;
      const value: Expr =
        valueNode <= name ? { k: 'const', value: null, ...this.span(child) } : this.expression(valueNode);
      const pattern = this.childOfKind(child, 'tuple_pattern');
      const target: Target =
        pattern < 0
          ? this.variable(name, type)
          : {
              k: 'list',
              items: this.named(pattern).map((item) => this.variable(item, -1)),
              ...this.span(pattern),
            };
      into.push({ k: 'expr', value: { k: 'assign', target, value, ...this.span(child) }, ...this.span(n) });
    }
  }

  arguments(list: number): Argument[] {
    if (list < 0) return [];
    return this.named(list)
      .slice(0, maxLiteralItems)
      .map((child) => {
        const name = this.field(child, 'name');
        const value = this.expression(this.named(child).at(-1) ?? -1);
        return name < 0 ? { value } : { name: this.slice(name), value };
      });
  }

  #member(n: number): Expr {
    const object = this.field(n, 'expression');
    const nameNode = this.field(n, 'name');
    const name =
      this.kind(nameNode) === 'generic_name' ? this.slice(this.firstNamed(nameNode)) : this.slice(nameNode);
    return { k: 'member', object: this.object(object), property: name, ...this.span(n) };
  }

  /** `this` and `base` are words of the grammar, not nodes. */
  object(n: number): Expr {
    const text = n < 0 ? '' : this.slice(n);
    if (text === 'this' || text === 'base')
      return { k: 'name', name: text === 'this' ? 'this' : 'super', ...this.span(n) };
    return this.expression(n);
  }

  #conditional(n: number): Expr {
    const object = this.expression(this.field(n, 'condition'));
    const rest = this.named(n).at(-1) ?? -1;
    const binding = rest >= 0 && this.kind(rest) === 'member_binding_expression';
    if (!binding) return { k: 'unknown', parts: [object, this.expression(rest)], ...this.span(n) };
    return { k: 'member', object, property: this.slice(this.field(rest, 'name')), ...this.span(n) };
  }

  /** What an initialiser sets is given by name, as named arguments are. */
  #creation(n: number, type: Expr): Expr {
    const args = this.arguments(this.field(n, 'arguments'));
    const initializer = this.field(n, 'initializer');
    const literal = lowerCollection(this, initializer, this.span(n));
    if (literal) return literal;
    for (const child of initializer < 0 ? [] : this.named(initializer)) {
      if (this.kind(child) !== 'assignment_expression') continue;
      const left = this.field(child, 'left');
      if (this.kind(left) === 'identifier')
        args.push({ name: this.slice(left), value: this.expression(this.field(child, 'right')) });
    }
    return this.construction(type, args, this.span(n));
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
    const span = this.span(n);
    if (left.k !== 'name' && left.k !== 'member' && left.k !== 'index')
      return { k: 'unknown', parts: [left, value], ...span };
    const operator = this.field(n, 'operator');
    const op = operator < 0 ? '' : this.slice(operator).slice(0, -1);
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
    for (const node of chain.reverse()) {
      const right = this.expression(this.field(node, 'right'));
      left = this.binary(this.slice(this.field(node, 'operator')), left, right, this.span(node));
    }
    return left;
  }

  #unary(n: number): Expr {
    const value = this.expression(this.firstNamed(n));
    const text = this.slice(n);
    if (/^(?:\+\+|--)|(?:\+\+|--)$/.test(text))
      return this.increment(value, text.includes('--') ? '-' : '+', this.span(n));
    if (/^[!~+-]/.test(text)) return { k: 'unary', op: text[0]!, value, ...this.span(n) };
    return value;
  }

  #isPattern(n: number): Expr {
    const value = this.expression(this.field(n, 'expression'));
    const pattern = this.field(n, 'pattern');
    const name = pattern < 0 ? -1 : this.field(pattern, 'name');
    if (name < 0) return { k: 'unknown', parts: [], ...this.span(n) };
    const target = this.variable(name, this.field(pattern, 'type'));
    return { k: 'unknown', parts: [{ k: 'assign', target, value, ...this.span(n) }], ...this.span(n) };
  }

  #lambda(n: number): Expr {
    const details = { ...lambdaDetails, className: this.className };
    const fn = this.functionIr(n, -1, details, () => {
      const parameters = this.parameters(this.field(n, 'parameters'));
      const body = this.field(n, 'body') < 0 ? this.childOfKind(n, 'block') : this.field(n, 'body');
      if (body >= 0 && this.kind(body) === 'block') return { parameters, body: this.block(body) };
      return { parameters, body: [{ k: 'return', value: this.expression(body), ...this.span(n) }] };
    });
    return { k: 'function', fn, ...this.span(n) };
  }

  #attribute(n: number): Expr {
    const callee = this.type(lastWord(this.slice(this.field(n, 'name'))), this.span(n));
    const list = this.childOfKind(n, 'attribute_argument_list');
    return list < 0
      ? callee
      : { k: 'call', callee, args: this.arguments(list), isNew: false, ...this.span(n) };
  }

  #for(n: number, into: Stmt[]): void {
    const initial = this.field(n, 'initializer');
    if (initial >= 0 && this.kind(initial) === 'variable_declaration') this.variables(initial, into);
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
    const test = this.expression(this.field(n, 'condition'));
    const body = this.body(this.field(n, 'body'));
    into.push({ k: 'loop', test, update: undefined, body, runsFirst, ...this.span(n) });
  }

  #switch(n: number, into: Stmt[]): void {
    const cases: SwitchCase[] = [];
    const body = this.field(n, 'body');
    for (const section of body < 0 ? [] : this.named(body)) {
      const tests: Expr[] = [];
      const statements: Stmt[] = [];
      for (const child of this.named(section))
        if (this.kind(child).endsWith('_pattern')) tests.push(this.expression(child));
        else this.statement(child, statements);
      cases.push({ tests, bindings: [], guard: undefined, body: statements });
    }
    const subject = this.expression(this.field(n, 'value'));
    into.push({ k: 'switch', subject, cases, fallsThrough: true, ...this.span(n) });
  }

  /** As a value a switch is whatever one of its arms gives. */
  #switchValue(n: number): Expr {
    const span = this.span(n);
    const arms = this.named(n).filter((child) => this.kind(child) === 'switch_expression_arm');
    const test: Expr = { k: 'unknown', parts: [], ...span };
    return arms
      .map((arm) => this.expression(this.named(arm).at(-1) ?? -1))
      .reduceRight<Expr>((otherwise, yes) => ({ k: 'cond', test, yes, otherwise, ...span }), {
        k: 'const',
        value: null,
        ...span,
      });
  }

  #try(n: number, into: Stmt[]): void {
    const handlers: Handler[] = [];
    let last: Stmt[] = [];
    const body = this.block(this.field(n, 'body'));
    for (const child of this.named(n)) {
      if (this.kind(child) === 'finally_clause') last = this.block(this.firstNamed(child));
      if (this.kind(child) !== 'catch_clause') continue;
      const declaration = this.childOfKind(child, 'catch_declaration');
      const nameNode = declaration < 0 ? -1 : this.field(declaration, 'name');
      const typeNode = declaration < 0 ? -1 : this.field(declaration, 'type');
      handlers.push({
        name: nameNode < 0 ? undefined : this.variable(nameNode, -1),
        types: typeNode < 0 ? undefined : this.expression(typeNode),
        body: this.block(this.field(child, 'body')),
      });
    }
    into.push({ k: 'try', body, handlers, otherwise: [], last, ...this.span(n) });
  }
}

function lastWord(text: string): string {
  return text
    .replace(/<[\s\S]*$/, '')
    .replace(/^.*\./s, '')
    .replace(/Attribute$/, '');
}

const lambdaDetails = { name: '', decorators: [], isStatic: false, ownsThis: false, exported: false };
const maxLiteralItems = 200;
