import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, ModuleIr, Span, Stmt } from '../../ir/ir.ts';
import {
  binaryExpression,
  conditionalExpression,
  loopStatement,
  maxLiteralItems,
} from '../shared/plain-nodes.ts';
import { lowerCall, lowerTemplate } from './calls.ts';
import { lowerClass } from './classes.ts';
import { lowerElement } from './elements.ts';
import { lowerFunction } from './functions.ts';
import { lowerExport, lowerImport, lowerImportAlias } from './modules.ts';
import { ScriptReader } from './script-reader.ts';
import { lowerDeclaration, lowerFor, lowerForIn, lowerSwitch, lowerTry } from './statements.ts';
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
      fn: lowerFunction(this, n, true),
      ...this.span(n),
    });
    const declaration = (n: number, into: Stmt[]) => lowerDeclaration(this, n, into);
    const classStatement = (n: number, into: Stmt[]) =>
      into.push({ k: 'class', definition: lowerClass(this, n, true), ...this.span(n) });
    const functionStatement = (n: number, into: Stmt[]) =>
      into.push({ k: 'function', fn: lowerFunction(this, n, false), ...this.span(n) });
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
        template_string: (n) => lowerTemplate(this, n),
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
        call_expression: (n) => lowerCall(this, n, this.field(n, 'function'), false),
        new_expression: (n) => lowerCall(this, n, this.field(n, 'constructor'), true),
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
        binary_expression: (n) => binaryExpression(this, n, combined),
        unary_expression: (n) => ({
          k: 'unary',
          op: this.slice(this.field(n, 'operator')),
          value: this.expression(this.field(n, 'argument')),
          ...this.span(n),
        }),
        update_expression: (n) => this.#update(n),
        ternary_expression: (n) => conditionalExpression(this, n),
        parenthesized_expression: inner,
        as_expression: inner,
        satisfies_expression: inner,
        non_null_expression: inner,
        type_assertion: (n) => this.expression(this.named(n).at(-1) ?? -1),
        await_expression: (n) => ({ k: 'await', value: inner(n), ...this.span(n) }),
        yield_expression: (n) => ({
          k: 'yield',
          value: inner(n),
          isEach: /^yield\s*\*/.test(this.slice(n)),
          ...this.span(n),
        }),
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
        for_statement: (n, into) => lowerFor(this, n, into),
        for_in_statement: (n, into) => lowerForIn(this, n, into),
        while_statement: (n, into) => into.push(loopStatement(this, n, false)),
        do_statement: (n, into) => into.push(loopStatement(this, n, true)),
        switch_statement: (n, into) => lowerSwitch(this, n, into),
        try_statement: (n, into) => lowerTry(this, n, into),
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

  #nestedType(n: number): Expr {
    const module = this.field(n, 'module');
    const name = this.field(n, 'name');
    return { k: 'member', object: this.expression(module), property: this.slice(name), ...this.span(n) };
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
          value: { k: 'function', fn: lowerFunction(this, child, true), ...this.span(child) },
        });
    }
    return { k: 'map', entries, ...this.span(n) };
  }
}

function combined(op: string, left: Expr, right: Expr, span: Span): Expr {
  const logic = logicOperators.get(op);
  return logic
    ? { k: 'logic', op: logic, left, right, ...span }
    : { k: 'binary', op: comparisonOperators.get(op) ?? op, left, right, ...span };
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
