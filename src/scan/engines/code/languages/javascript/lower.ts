import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, FunctionIr, ModuleIr, Parameter, Stmt, SwitchCase, Target } from '../../core/ir.ts';
import { lowerClass } from './classes.ts';
import { lowerElement } from './elements.ts';
import { lowerExport, lowerImport, lowerImportAlias } from './modules.ts';
import { ScriptReader } from './script-reader.ts';
import { lowerTarget } from './targets.ts';
import { withMarkup } from './vue-markup.ts';

/** JavaScript and TypeScript, with JSX, to the intermediate form. */
export function lowerJavaScript(tree: FlatTree, text: string, path: string): ModuleIr {
  const module = new ScriptLowering(tree, text, path).module();
  return path.endsWith('.vue') ? withMarkup(module, text) : module;
}

export class ScriptLowering extends ScriptReader {
  className: string | undefined;
  exporting = false;

  constructor(tree: FlatTree, text: string, path: string) {
    super(tree, text, path);
    const inner = (n: number) => this.expression(this.firstNamed(n));
    const name = (n: number): Expr => ({ k: 'name', name: this.slice(n), ...this.span(n) });
    const element = (n: number) => lowerElement(this, n);
    const functionExpression = (n: number): Expr => ({
      k: 'function',
      fn: this.function(n, true),
      ...this.span(n),
    });
    const declaration = (n: number, into: Stmt[]) => this.#declaration(n, into);
    const classStatement = (n: number, into: Stmt[]) =>
      into.push({ k: 'class', definition: lowerClass(this, n, true), ...this.span(n) });
    const functionStatement = (n: number, into: Stmt[]) =>
      into.push({ k: 'function', fn: this.function(n, false), ...this.span(n) });
    this.handle(
      {
        identifier: name,
        this: name,
        super: name,
        import: name,
        property_identifier: name,
        shorthand_property_identifier: name,
        type_identifier: name,
        predefined_type: name,
        private_property_identifier: name,
        undefined: (n) => ({ k: 'const', value: null, ...this.span(n) }),
        null: (n) => ({ k: 'const', value: null, ...this.span(n) }),
        true: (n) => ({ k: 'const', value: true, ...this.span(n) }),
        false: (n) => ({ k: 'const', value: false, ...this.span(n) }),
        number: (n) => ({ k: 'const', value: Number(this.slice(n).replace(/_|n$/g, '')), ...this.span(n) }),
        string: (n) => ({ k: 'const', value: this.stringValue(n), ...this.span(n) }),
        template_string: (n) => this.#template(n),
        regex: (n) => ({
          k: 'regex',
          pattern: this.slice(this.field(n, 'pattern')),
          flags: this.field(n, 'flags') < 0 ? '' : this.slice(this.field(n, 'flags')),
          ...this.span(n),
        }),
        member_expression: (n) => ({
          k: 'member',
          object: this.expression(this.field(n, 'object')),
          property: this.slice(this.field(n, 'property')),
          ...this.span(n),
        }),
        nested_type_identifier: (n) => this.#nestedType(n),
        generic_type: (n) => this.expression(this.field(n, 'name')),
        type_annotation: inner,
        subscript_expression: (n) => ({
          k: 'index',
          object: this.expression(this.field(n, 'object')),
          index: this.expression(this.field(n, 'index')),
          ...this.span(n),
        }),
        call_expression: (n) => this.#call(n, this.field(n, 'function'), false),
        new_expression: (n) => this.#call(n, this.field(n, 'constructor'), true),
        assignment_expression: (n) => ({
          k: 'assign',
          target: lowerTarget(this, this.field(n, 'left')),
          value: this.expression(this.field(n, 'right')),
          ...this.span(n),
        }),
        augmented_assignment_expression: (n) => ({
          k: 'assign',
          target: lowerTarget(this, this.field(n, 'left')),
          value: this.expression(this.field(n, 'right')),
          op: this.slice(this.field(n, 'operator')).slice(0, -1),
          ...this.span(n),
        }),
        binary_expression: (n) => this.#binary(n),
        unary_expression: (n) => ({
          k: 'unary',
          op: this.slice(this.field(n, 'operator')),
          value: this.expression(this.field(n, 'argument')),
          ...this.span(n),
        }),
        update_expression: (n) => this.#update(n),
        ternary_expression: (n) => ({
          k: 'cond',
          test: this.expression(this.field(n, 'condition')),
          yes: this.expression(this.field(n, 'consequence')),
          otherwise: this.expression(this.field(n, 'alternative')),
          ...this.span(n),
        }),
        parenthesized_expression: inner,
        as_expression: inner,
        satisfies_expression: inner,
        non_null_expression: inner,
        type_assertion: (n) => this.expression(this.named(n).at(-1) ?? -1),
        await_expression: (n) => ({ k: 'await', value: inner(n), ...this.span(n) }),
        sequence_expression: (n) => ({
          k: 'unknown',
          parts: this.named(n).map((child) => this.expression(child)),
          ...this.span(n),
        }),
        arrow_function: functionExpression,
        function_expression: functionExpression,
        generator_function: functionExpression,
        class: (n) => ({ k: 'class', definition: lowerClass(this, n, false), ...this.span(n) }),
        object: (n) => this.#object(n),
        array: (n) => ({
          k: 'list',
          isSet: false,
          items: this.named(n)
            .slice(0, maxLiteralItems)
            .map((child) => {
              const spread = this.kind(child) === 'spread_element';
              return { spread, value: this.expression(spread ? this.firstNamed(child) : child) };
            }),
          ...this.span(n),
        }),
        spread_element: inner,
        jsx_element: element,
        jsx_self_closing_element: element,
        jsx_fragment: element,
        jsx_expression: inner,
        jsx_text: (n) => ({ k: 'const', value: this.slice(n).trim(), ...this.span(n) }),
      },
      {
        expression_statement: (n, into) => {
          const value = this.firstNamed(n);
          if (value >= 0) into.push({ k: 'expr', value: this.expression(value), ...this.span(n) });
        },
        variable_declaration: declaration,
        lexical_declaration: declaration,
        function_declaration: functionStatement,
        generator_function_declaration: functionStatement,
        class_declaration: classStatement,
        abstract_class_declaration: classStatement,
        statement_block: (n, into) => into.push({ k: 'block', body: this.block(n), ...this.span(n) }),
        if_statement: (n, into) => {
          const alternative = this.field(n, 'alternative');
          into.push({
            k: 'if',
            test: this.expression(this.field(n, 'condition')),
            yes: this.body(this.field(n, 'consequence')),
            otherwise: alternative < 0 ? [] : this.body(this.firstNamed(alternative)),
            ...this.span(n),
          });
        },
        for_statement: (n, into) => this.#for(n, into),
        for_in_statement: (n, into) => this.#forIn(n, into),
        while_statement: (n, into) => this.#while(n, into, false),
        do_statement: (n, into) => this.#while(n, into, true),
        switch_statement: (n, into) => this.#switch(n, into),
        try_statement: (n, into) => this.#try(n, into),
        return_statement: (n, into) => {
          const value = this.firstNamed(n);
          into.push({ k: 'return', value: value < 0 ? undefined : this.expression(value), ...this.span(n) });
        },
        throw_statement: (n, into) => into.push({ k: 'throw', value: inner(n), ...this.span(n) }),
        break_statement: (n, into) => into.push({ k: 'break', ...this.span(n) }),
        continue_statement: (n, into) => into.push({ k: 'continue', ...this.span(n) }),
        labeled_statement: (n, into) => this.statement(this.field(n, 'body'), into),
        import_statement: (n, into) => lowerImport(this, n, into),
        import_alias: (n, into) => lowerImportAlias(this, n, into),
        export_statement: (n, into) => lowerExport(this, n, into),
        internal_module: (n, into) =>
          into.push({ k: 'block', body: this.block(this.field(n, 'body')), ...this.span(n) }),
      },
    );
  }

  /** The body of a statement, with or without braces. */
  body(n: number): Stmt[] {
    if (n < 0) return [];
    if (this.kind(n) === 'statement_block') return this.block(n);
    const into: Stmt[] = [];
    this.statement(n, into);
    return into;
  }

  function(n: number, isExpression: boolean): FunctionIr {
    const nameNode = this.field(n, 'name');
    const name = nameNode < 0 ? '' : this.propertyName(nameNode);
    const kind = this.kind(n);
    if (!isExpression && kind !== 'method_definition') this.declare(name);
    const details = {
      name,
      decorators: this.decoratorsOf(n),
      className: kind === 'method_definition' ? this.className : undefined,
      isStatic: this.hasToken(n, 'static'),
      ownsThis: kind !== 'arrow_function',
      exported: this.exporting || !this.inFunction(),
    };
    const className = this.className;
    const fn = this.functionIr(n, nameNode, details, () => {
      const parameters = this.parameters(n);
      const bodyNode = this.field(n, 'body');
      if (bodyNode >= 0 && this.kind(bodyNode) !== 'statement_block') {
        const value = this.expression(bodyNode);
        return { parameters, body: [{ k: 'return', value, ...this.span(bodyNode) }] };
      }
      return { parameters, body: this.block(bodyNode) };
    });
    this.className = className;
    return fn;
  }

  decoratorsOf(n: number): Expr[] {
    return this.named(n)
      .filter((child) => this.kind(child) === 'decorator')
      .map((child) => this.expression(this.firstNamed(child)));
  }

  parameters(n: number): Parameter[] {
    const single = this.field(n, 'parameter');
    if (single >= 0) return [this.#parameter(single)];
    const list = this.field(n, 'parameters');
    return list < 0 ? [] : this.named(list).map((child) => this.#parameter(child));
  }

  #parameter(n: number): Parameter {
    const kind = this.kind(n);
    let pattern = n;
    let otherwise: Expr | undefined;
    let type: Expr | undefined;
    if (kind === 'required_parameter' || kind === 'optional_parameter') {
      pattern = this.field(n, 'pattern');
      const value = this.field(n, 'value');
      const annotation = this.field(n, 'type');
      if (value >= 0) otherwise = this.expression(value);
      if (annotation >= 0) type = this.expression(annotation);
    } else if (kind === 'assignment_pattern') {
      pattern = this.field(n, 'left');
      otherwise = this.expression(this.field(n, 'right'));
    }
    const isRest = pattern >= 0 && this.kind(pattern) === 'rest_pattern';
    const target = lowerTarget(this, isRest ? this.firstNamed(pattern) : pattern);
    this.declareTarget(target);
    return {
      target,
      name: target.k === 'name' ? target.name : '',
      kind: isRest ? 'rest' : 'plain',
      otherwise,
      type,
      decorators: this.decoratorsOf(n),
    };
  }

  #nestedType(n: number): Expr {
    const module = this.field(n, 'module');
    const name = this.field(n, 'name');
    return { k: 'member', object: this.expression(module), property: this.slice(name), ...this.span(n) };
  }

  #template(n: number): Expr {
    const parts: Expr[] = [];
    let from = this.start(n) + 1;
    const text = (to: number) => {
      if (to > from)
        parts.push({ k: 'const', value: this.unescape(this.text.slice(from, to)), start: from, end: to });
    };
    for (const child of this.named(n)) {
      if (this.kind(child) !== 'template_substitution') continue;
      text(this.start(child));
      parts.push(this.expression(this.firstNamed(child)));
      from = this.end(child);
    }
    text(this.end(n) - 1);
    if (parts.length === 0) return { k: 'const', value: '', ...this.span(n) };
    if (parts.length === 1 && parts[0]!.k === 'const') return { ...parts[0]!, ...this.span(n) };
    return { k: 'template', parts, ...this.span(n) };
  }

  #call(n: number, calleeNode: number, isNew: boolean): Expr {
    const callee = this.expression(calleeNode);
    const list = this.field(n, 'arguments');
    const args: Array<{ value: Expr; spread?: 'list' }> = [];
    if (list >= 0 && this.kind(list) === 'template_string') {
      // A tag is called with the texts and the values apart; the texts alone are the first argument.
      const template = this.#template(list);
      const parts = template.k === 'template' ? template.parts : [template];
      const texts = parts.filter((part) => part.k === 'const');
      args.push({
        value: {
          k: 'list',
          isSet: false,
          items: texts.map((value) => ({ spread: false, value })),
          ...this.span(list),
        },
      });
      for (const part of parts) if (part.k !== 'const') args.push({ value: part });
      const tag: Expr =
        callee.k === 'member' || callee.k === 'name' ? { ...callee, ...this.span(calleeNode) } : callee;
      return {
        k: 'call',
        callee: { k: 'member', object: tag, property: '`', ...this.span(n) },
        args,
        isNew,
        ...this.span(n),
      };
    }
    if (list >= 0)
      for (const child of this.named(list)) {
        if (this.kind(child) === 'spread_element')
          args.push({ spread: 'list', value: this.expression(this.firstNamed(child)) });
        else args.push({ value: this.expression(child) });
      }
    return { k: 'call', callee, args, isNew, ...this.span(n) };
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
    for (let i = chain.length - 1; i >= 0; i--) {
      const node = chain[i]!;
      const op = this.slice(this.field(node, 'operator'));
      const right = this.expression(this.field(node, 'right'));
      const logic = logicOperators.get(op);
      left = logic
        ? { k: 'logic', op: logic, left, right, ...this.span(node) }
        : { k: 'binary', op: comparisonOperators.get(op) ?? op, left, right, ...this.span(node) };
    }
    return left;
  }

  #update(n: number): Expr {
    const argument = this.field(n, 'argument');
    const one: Expr = { k: 'const', value: 1, ...this.span(n) };
    const op = this.slice(this.field(n, 'operator'))[0] ?? '+';
    return { k: 'assign', target: lowerTarget(this, argument), value: one, op, ...this.span(n) };
  }

  #object(n: number): Expr {
    const entries: Array<{ key: Expr | undefined; value: Expr }> = [];
    for (const child of this.named(n).slice(0, maxLiteralItems)) {
      const kind = this.kind(child);
      if (kind === 'pair') {
        const key = this.field(child, 'key');
        entries.push({ key: this.key(key), value: this.expression(this.field(child, 'value')) });
      } else if (kind === 'shorthand_property_identifier')
        entries.push({
          key: { k: 'const', value: this.slice(child), ...this.span(child) },
          value: { k: 'name', name: this.slice(child), ...this.span(child) },
        });
      else if (kind === 'spread_element')
        entries.push({ key: undefined, value: this.expression(this.firstNamed(child)) });
      else if (kind === 'method_definition')
        entries.push({
          key: this.key(this.field(child, 'name')),
          value: { k: 'function', fn: this.function(child, true), ...this.span(child) },
        });
    }
    return { k: 'map', entries, ...this.span(n) };
  }

  #declaration(n: number, into: Stmt[]): void {
    for (const child of this.named(n)) {
      if (this.kind(child) !== 'variable_declarator') continue;
      const target = lowerTarget(this, this.field(child, 'name'));
      this.declareTarget(target);
      const type = this.field(child, 'type');
      if (target.k === 'name' && type >= 0) target.type = this.expression(type);
      const valueNode = this.field(child, 'value');
      const value: Expr =
        valueNode < 0 ? { k: 'const', value: null, ...this.span(child) } : this.expression(valueNode);
      into.push({ k: 'expr', value: { k: 'assign', target, value, ...this.span(child) }, ...this.span(n) });
    }
  }

  #for(n: number, into: Stmt[]): void {
    const initializer = this.field(n, 'initializer');
    if (initializer >= 0) this.statement(initializer, into);
    const condition = this.field(n, 'condition');
    const increment = this.field(n, 'increment');
    const test = condition < 0 || this.kind(condition) === 'empty_statement' ? -1 : condition;
    into.push({
      k: 'loop',
      test:
        test < 0
          ? undefined
          : this.expression(this.kind(test) === 'expression_statement' ? this.firstNamed(test) : test),
      update: increment < 0 ? undefined : this.expression(increment),
      body: this.body(this.field(n, 'body')),
      runsFirst: false,
      ...this.span(n),
    });
  }

  #forIn(n: number, into: Stmt[]): void {
    const target = lowerTarget(this, this.field(n, 'left'));
    if (this.field(n, 'kind') >= 0) this.declareTarget(target);
    const operator = this.field(n, 'operator');
    into.push({
      k: 'each',
      target,
      iterable: this.expression(this.field(n, 'right')),
      keys: operator >= 0 && this.slice(operator) === 'in',
      body: this.body(this.field(n, 'body')),
      otherwise: [],
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
    for (const child of body < 0 ? [] : this.named(body)) {
      const value = this.field(child, 'value');
      const statements: Stmt[] = [];
      for (const part of this.fieldAll(child, 'body')) this.statement(part, statements);
      cases.push({
        tests: value < 0 ? [] : [this.expression(value)],
        bindings: [],
        guard: undefined,
        body: statements,
      });
    }
    into.push({
      k: 'switch',
      subject: this.expression(this.field(n, 'value')),
      cases,
      fallsThrough: true,
      ...this.span(n),
    });
  }

  #try(n: number, into: Stmt[]): void {
    const handler = this.field(n, 'handler');
    const finalizer = this.field(n, 'finalizer');
    const handlers: Array<{ name: Target | undefined; types: Expr | undefined; body: Stmt[] }> = [];
    if (handler >= 0) {
      const parameter = this.field(handler, 'parameter');
      const name = parameter < 0 ? undefined : lowerTarget(this, parameter);
      if (name) this.declareTarget(name);
      handlers.push({ name, types: undefined, body: this.block(this.field(handler, 'body')) });
    }
    into.push({
      k: 'try',
      body: this.block(this.field(n, 'body')),
      handlers,
      otherwise: [],
      last: finalizer < 0 ? [] : this.block(this.field(finalizer, 'body')),
      ...this.span(n),
    });
  }
}

const logicOperators = new Map<string, 'and' | 'or' | 'nullish'>([
  ['&&', 'and'],
  ['||', 'or'],
  ['??', 'nullish'],
]);

const comparisonOperators = new Map([
  ['===', '=='],
  ['!==', '!='],
]);

/** A data table of a million rows is one value to the analysis; its first rows stand for all. */
const maxLiteralItems = 200;
