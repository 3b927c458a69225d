import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, ModuleIr, Target } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';
import { lowerCall } from './calls.ts';
import { lowerClass, lowerDecorated, lowerFunction, lowerLambda } from './definitions.ts';
import {
  lowerComprehension,
  lowerConcatenation,
  lowerDictionary,
  lowerList,
  lowerString,
} from './literals.ts';
import { lowerMatch } from './match-statement.ts';
import { lowerImport, lowerImportFrom } from './modules.ts';
import { lowerBinary, lowerComparison } from './operators.ts';
import { elseBody, lowerDelete, lowerIf, lowerTry, lowerWith } from './statements.ts';
import { lowerAssignment, lowerTarget } from './targets.ts';

/** Python's syntax tree to the intermediate form. */
export function lowerPython(tree: FlatTree, text: string, path: string): ModuleIr {
  return new PythonLowering(tree, text, path).module();
}

export class PythonLowering extends Lowering {
  readonly path: string;
  className: string | undefined;

  constructor(tree: FlatTree, text: string, path: string) {
    super(tree, text);
    this.path = path;
    const comprehension = (kind: 'list' | 'map') => (n: number) => lowerComprehension(this, n, kind);
    const list = (isSet: boolean) => (n: number) => lowerList(this, n, isSet);
    this.handle(
      {
        identifier: (n) => ({ k: 'name', name: this.slice(n), ...this.span(n) }),
        attribute: (n) => ({
          k: 'member',
          object: this.expression(this.field(n, 'object')),
          property: this.slice(this.field(n, 'attribute')),
          ...this.span(n),
        }),
        subscript: (n) => this.#subscript(n),
        call: (n) => lowerCall(this, n),
        string: (n) => lowerString(this, n),
        concatenated_string: (n) => lowerConcatenation(this, n),
        integer: (n) => ({ k: 'const', value: parseNumber(this.slice(n)), ...this.span(n) }),
        float: (n) => ({ k: 'const', value: parseNumber(this.slice(n)), ...this.span(n) }),
        true: (n) => ({ k: 'const', value: true, ...this.span(n) }),
        false: (n) => ({ k: 'const', value: false, ...this.span(n) }),
        none: (n) => ({ k: 'const', value: null, ...this.span(n) }),
        binary_operator: (n) => lowerBinary(this, n),
        boolean_operator: (n) => ({
          k: 'logic',
          op: this.slice(this.field(n, 'operator')) === 'and' ? 'and' : 'or',
          left: this.expression(this.field(n, 'left')),
          right: this.expression(this.field(n, 'right')),
          ...this.span(n),
        }),
        not_operator: (n) => ({
          k: 'unary',
          op: 'not',
          value: this.expression(this.field(n, 'argument')),
          ...this.span(n),
        }),
        unary_operator: (n) => ({
          k: 'unary',
          op: this.slice(this.field(n, 'operator')),
          value: this.expression(this.field(n, 'argument')),
          ...this.span(n),
        }),
        comparison_operator: (n) => lowerComparison(this, n),
        conditional_expression: (n) => {
          const [then, test, otherwise] = this.named(n);
          return {
            k: 'cond',
            test: this.expression(test ?? -1),
            yes: this.expression(then ?? -1),
            otherwise: this.expression(otherwise ?? -1),
            ...this.span(n),
          };
        },
        lambda: (n) => lowerLambda(this, n),
        list: list(false),
        tuple: list(false),
        expression_list: list(false),
        pattern_list: list(false),
        set: list(true),
        dictionary: (n) => lowerDictionary(this, n),
        list_comprehension: comprehension('list'),
        set_comprehension: comprehension('list'),
        generator_expression: comprehension('list'),
        dictionary_comprehension: comprehension('map'),
        parenthesized_expression: (n) => this.expression(this.firstNamed(n)),
        yield: (n) => ({
          k: 'yield',
          value: this.expression(this.firstNamed(n)),
          isEach: /^yield\s+from\b/.test(this.slice(n)),
          ...this.span(n),
        }),
        await: (n) => ({ k: 'await', value: this.expression(this.firstNamed(n)), ...this.span(n) }),
        named_expression: (n) => {
          const name = this.field(n, 'name');
          this.declare(this.slice(name));
          return {
            k: 'assign',
            target: this.target(name),
            value: this.expression(this.field(n, 'value')),
            ...this.span(n),
          };
        },
        assignment: (n) => lowerAssignment(this, n),
        augmented_assignment: (n) => ({
          k: 'assign',
          target: this.target(this.field(n, 'left')),
          value: this.expression(this.field(n, 'right')),
          op: this.slice(this.field(n, 'operator')).slice(0, -1),
          ...this.span(n),
        }),
        type: (n) => this.expression(this.firstNamed(n)),
        as_pattern: (n) => this.expression(this.firstNamed(n)),
      },
      {
        expression_statement: (n, into) => {
          for (const child of this.named(n))
            into.push({ k: 'expr', value: this.expression(child), ...this.span(child) });
        },
        if_statement: (n, into) => lowerIf(this, n, into),
        for_statement: (n, into) => {
          const target = this.target(this.field(n, 'left'));
          this.declareTarget(target);
          into.push({
            k: 'each',
            target,
            iterable: this.expression(this.field(n, 'right')),
            keys: false,
            body: this.block(this.field(n, 'body')),
            otherwise: elseBody(this, this.field(n, 'alternative')),
            ...this.span(n),
          });
        },
        while_statement: (n, into) => {
          into.push({
            k: 'loop',
            test: this.expression(this.field(n, 'condition')),
            update: undefined,
            body: this.block(this.field(n, 'body')),
            runsFirst: false,
            ...this.span(n),
          });
        },
        try_statement: (n, into) => lowerTry(this, n, into),
        with_statement: (n, into) => lowerWith(this, n, into),
        function_definition: (n, into) =>
          into.push({ k: 'function', fn: lowerFunction(this, n, []), ...this.span(n) }),
        class_definition: (n, into) =>
          into.push({ k: 'class', definition: lowerClass(this, n, []), ...this.span(n) }),
        decorated_definition: (n, into) => lowerDecorated(this, n, into),
        return_statement: (n, into) => {
          const value = this.firstNamed(n);
          into.push({ k: 'return', value: value < 0 ? undefined : this.expression(value), ...this.span(n) });
        },
        raise_statement: (n, into) => {
          const value = this.firstNamed(n);
          into.push({ k: 'throw', value: value < 0 ? undefined : this.expression(value), ...this.span(n) });
        },
        break_statement: (n, into) => into.push({ k: 'break', ...this.span(n) }),
        continue_statement: (n, into) => into.push({ k: 'continue', ...this.span(n) }),
        block: (n, into) => into.push({ k: 'block', body: this.block(n), ...this.span(n) }),
        import_statement: (n, into) => lowerImport(this, n, into),
        import_from_statement: (n, into) => lowerImportFrom(this, n, into),
        global_statement: (n) => this.#undeclareAll(n),
        nonlocal_statement: (n) => this.#undeclareAll(n),
        // Python leaves assertions out when it is told to optimise: none of them guards anything.
        assert_statement: (n, into) => {
          const [test] = this.named(n);
          if (test !== undefined) into.push({ k: 'expr', value: this.expression(test), ...this.span(n) });
        },
        match_statement: (n, into) => lowerMatch(this, n, into),
        delete_statement: (n, into) => lowerDelete(this, n, into),
        exec_statement: (n, into) => {
          const code = this.field(n, 'code');
          const callee: Expr = { k: 'name', name: 'exec', ...this.span(n) };
          const value: Expr = {
            k: 'call',
            callee,
            args: [{ value: this.expression(code) }],
            isNew: false,
            ...this.span(n),
          };
          into.push({ k: 'expr', value, ...this.span(n) });
        },
      },
    );
  }

  #undeclareAll(n: number): void {
    for (const name of this.named(n)) this.undeclare(this.slice(name));
  }

  target(n: number): Target {
    return lowerTarget(this, n);
  }

  #subscript(n: number): Expr {
    const object = this.expression(this.field(n, 'value'));
    const keys = this.fieldAll(n, 'subscript');
    if (keys.length === 1 && this.kind(keys[0]!) !== 'slice')
      return { k: 'index', object, index: this.expression(keys[0]!), ...this.span(n) };
    const parts = keys.flatMap((key) => (this.kind(key) === 'slice' ? this.named(key) : [key]));
    return { k: 'slice', object, parts: parts.map((part) => this.expression(part)), ...this.span(n) };
  }
}

function parseNumber(text: string): number {
  const plain = text.replace(/_/g, '').toLowerCase();
  const octal = /^0o?([0-7]+)$/.exec(plain);
  if (octal) return Number.parseInt(octal[1]!, 8);
  return Number(plain.replace(/[lj]$/, ''));
}
