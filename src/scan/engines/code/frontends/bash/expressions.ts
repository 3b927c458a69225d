import type { Expr } from '../../ir/ir.ts';
import { fixedValue } from '../shared/plain-nodes.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { lowerCommand, lowerPipeline, lowerSubstitution } from './commands.ts';
import { lowerExpansion, lowerWord } from './expansions.ts';
import type { BashLowering } from './lowering.ts';
import { lowerTest } from './tests.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(low: BashLowering): Record<string, (n: number) => Expr> {
  const word = (n: number) => lowerWord(low, n);
  const verbatim = (n: number): Expr => ({ k: 'const', value: low.slice(n), ...low.span(n) });
  return {
    word: (n) => ({ k: 'const', value: low.slice(n).replace(/\\(.)/g, '$1'), ...low.span(n) }),
    number: verbatim,
    string_content: verbatim,
    heredoc_content: verbatim,
    regex: (n) => ({ k: 'regex', pattern: low.slice(n), flags: '', ...low.span(n) }),
    extglob_pattern: verbatim,
    raw_string: (n) => ({ k: 'const', value: low.slice(n).slice(1, -1), ...low.span(n) }),
    ansi_c_string: (n) => ({ k: 'const', value: low.slice(n).slice(2, -1), ...low.span(n) }),
    string: word,
    concatenation: word,
    translated_string: word,
    heredoc_body: word,
    command_name: (n) => low.expression(low.firstNamed(n)),
    simple_expansion: (n) => low.variable(low.slice(n).slice(1), low.span(n)),
    expansion: (n) => lowerExpansion(low, n),
    variable_name: (n) => low.variable(low.slice(n), low.span(n)),
    special_variable_name: (n) => low.variable(low.slice(n), low.span(n)),
    arithmetic_expansion: (n) => fixedValue(low, n),
    command_substitution: (n) => lowerSubstitution(low, n),
    process_substitution: (n) => lowerSubstitution(low, n),
    command: (n) => lowerCommand(low, n),
    pipeline: (n) => lowerPipeline(low, n),
    redirected_statement: (n) => low.expression(low.field(n, 'body')),
    subshell: (n) => lowerSubstitution(low, n),
    compound_statement: (n) => lowerSubstitution(low, n),
    negated_command: (n) => ({
      k: 'unary',
      op: '!',
      value: low.expression(low.firstNamed(n)),
      ...low.span(n),
    }),
    array: (n) => ({
      k: 'list',
      items: low.named(n).map((child) => ({ spread: false, value: low.expression(child) })),
      isSet: false,
      ...low.span(n),
    }),
    test_command: (n) => lowerTest(low, low.firstNamed(n)),
    list: (n) => {
      const [left, right] = low.named(n);
      return {
        k: 'logic',
        op: low.hasToken(n, '&&') ? 'and' : 'or',
        left: low.expression(left ?? noNode),
        right: low.expression(right ?? noNode),
        ...low.span(n),
      };
    },
    variable_assignment: (n) => assignment(low, n),
  };
}

function assignment(low: BashLowering, n: number): Expr {
  const target = low.field(n, 'name');
  const valueNode = low.field(n, 'value');
  const given: Expr = isNone(valueNode)
    ? { k: 'const', value: '', ...low.span(n) }
    : low.expression(valueNode);
  // A copy of an argument is a text of its own: what is known about it holds from then on.
  const first = given.k === 'logic' ? given.left : given;
  const isCopy = first.k === 'name' && !low.isGlobal(first.name);
  const value: Expr = isCopy ? { k: 'template', parts: [given], ...low.span(n) } : given;
  const name = low.slice(target);
  if (low.kind(target) === 'subscript') {
    const [object, index] = low.named(target);
    return {
      k: 'assign',
      target: {
        k: 'index',
        object: low.expression(object ?? noNode),
        index: low.expression(index ?? noNode),
        ...low.span(target),
      },
      value,
      ...low.span(n),
    };
  }
  low.assigned(name);
  const isAppended = low.text.startsWith('+=', low.end(target));
  const place = { k: 'name' as const, name, ...low.span(target) };
  return isAppended
    ? { k: 'assign', target: place, op: '+', value, ...low.span(n) }
    : { k: 'assign', target: place, value, ...low.span(n) };
}
