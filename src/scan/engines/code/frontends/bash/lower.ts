import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, ModuleIr, Span } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';
import { fixedValue } from '../shared/plain-nodes.ts';
import { lowerCommand, lowerPipeline, lowerSubstitution } from './commands.ts';
import { lowerExpansion, lowerWord } from './expansions.ts';
import { statementHandlers } from './statements.ts';
import { lowerTest } from './tests.ts';

/** The syntax tree of shell scripts to the intermediate form: a command is a call, its output is what the call gives. */
export function lowerBash(tree: FlatTree, text: string): ModuleIr {
  return new BashLowering(tree, text).module();
}

export class BashLowering extends Lowering {
  /** Variables that are set outside of functions: those that functions set as well are the same. */
  readonly #globals: ReadonlySet<string>;

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.#globals = this.#assignedOutside();
    const word = (n: number) => lowerWord(this, n);
    const verbatim = (n: number): Expr => ({ k: 'const', value: this.slice(n), ...this.span(n) });
    this.handle(
      {
        word: (n) => ({ k: 'const', value: this.slice(n).replace(/\\(.)/g, '$1'), ...this.span(n) }),
        number: verbatim,
        string_content: verbatim,
        heredoc_content: verbatim,
        regex: (n) => ({ k: 'regex', pattern: this.slice(n), flags: '', ...this.span(n) }),
        extglob_pattern: verbatim,
        raw_string: (n) => ({ k: 'const', value: this.slice(n).slice(1, -1), ...this.span(n) }),
        ansi_c_string: (n) => ({ k: 'const', value: this.slice(n).slice(2, -1), ...this.span(n) }),
        string: word,
        concatenation: word,
        translated_string: word,
        heredoc_body: word,
        command_name: (n) => this.expression(this.firstNamed(n)),
        simple_expansion: (n) => this.variable(this.slice(n).slice(1), this.span(n)),
        expansion: (n) => lowerExpansion(this, n),
        variable_name: (n) => this.variable(this.slice(n), this.span(n)),
        special_variable_name: (n) => this.variable(this.slice(n), this.span(n)),
        arithmetic_expansion: (n) => fixedValue(this, n),
        command_substitution: (n) => lowerSubstitution(this, n),
        process_substitution: (n) => lowerSubstitution(this, n),
        command: (n) => lowerCommand(this, n),
        pipeline: (n) => lowerPipeline(this, n),
        redirected_statement: (n) => this.expression(this.field(n, 'body')),
        subshell: (n) => lowerSubstitution(this, n),
        compound_statement: (n) => lowerSubstitution(this, n),
        negated_command: (n) => ({
          k: 'unary',
          op: '!',
          value: this.expression(this.firstNamed(n)),
          ...this.span(n),
        }),
        array: (n) => ({
          k: 'list',
          items: this.named(n).map((child) => ({ spread: false, value: this.expression(child) })),
          isSet: false,
          ...this.span(n),
        }),
        test_command: (n) => lowerTest(this, this.firstNamed(n)),
        list: (n) => {
          const [left, right] = this.named(n);
          return {
            k: 'logic',
            op: this.hasToken(n, '&&') ? 'and' : 'or',
            left: this.expression(left ?? -1),
            right: this.expression(right ?? -1),
            ...this.span(n),
          };
        },
        variable_assignment: (n) => this.#assignment(n),
      },
      statementHandlers(this),
    );
  }

  variable(name: string, span: Span): Expr {
    return { k: 'name', name, ...span };
  }

  #assignment(n: number): Expr {
    const target = this.field(n, 'name');
    const valueNode = this.field(n, 'value');
    const given: Expr =
      valueNode < 0 ? { k: 'const', value: '', ...this.span(n) } : this.expression(valueNode);
    // A copy of an argument is a text of its own: what is proven about it holds from then on.
    const first = given.k === 'logic' ? given.left : given;
    const isCopy = first.k === 'name' && !this.#globals.has(first.name);
    const value: Expr = isCopy ? { k: 'template', parts: [given], ...this.span(n) } : given;
    const name = this.slice(target);
    if (this.kind(target) === 'subscript') {
      const [object, index] = this.named(target);
      return {
        k: 'assign',
        target: {
          k: 'index',
          object: this.expression(object ?? -1),
          index: this.expression(index ?? -1),
          ...this.span(target),
        },
        value,
        ...this.span(n),
      };
    }
    this.assigned(name);
    const isAppended = this.text.startsWith('+=', this.end(target));
    const place = { k: 'name' as const, name, ...this.span(target) };
    return isAppended
      ? { k: 'assign', target: place, op: '+', value, ...this.span(n) }
      : { k: 'assign', target: place, value, ...this.span(n) };
  }

  /** A variable is set here; one that only functions set counts as theirs. */
  assigned(name: string): void {
    if (!this.inFunction() || !this.#globals.has(name)) this.declare(name);
  }

  #assignedOutside(): Set<string> {
    const names = new Set<string>();
    const { symbol, skip } = this.tree;
    for (let n = 0; n < symbol.length; n++) {
      const kind = this.kind(n);
      if (kind === 'function_definition') n = skip[n]! - 1;
      else if (kind === 'variable_assignment') names.add(this.slice(this.field(n, 'name')));
    }
    return names;
  }
}
