import type { FlatTree } from '../../src/scan/syntax/flat-tree.ts';

/** One change of one operator or literal: the text from `start` to `end` becomes `by`. */
export interface Mutant {
  file: string;
  line: number;
  start: number;
  end: number;
  was: string;
  by: string;
}

const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
};

/** Every place of a file at which one operator, truth value or number can be another, or a call that is a statement can be missing. */
export function mutantsOf(file: string, text: string, tree: FlatTree): Mutant[] {
  const mutants: Mutant[] = [];
  const add = (node: number, by: string, start = tree.start[node]!, end = tree.end[node]!) =>
    mutants.push({
      file,
      line: text.slice(0, start).split('\n').length,
      start,
      end,
      was: text.slice(start, end),
      by,
    });
  for (let node = 0; node < tree.count; node++) {
    const kind = tree.symbolNames[tree.symbol[node]!]!;
    // Types are not run.
    if (kind === 'type_annotation' || kind === 'type_alias_declaration' || kind === 'interface_declaration') {
      node = tree.skip[node]! - 1;
      continue;
    }
    const parent = tree.parent[node]! < 0 ? '' : tree.symbolNames[tree.symbol[tree.parent[node]!]!]!;
    if (/^(?:binary|augmented_assignment|update)_expression$/.test(parent) && Object.hasOwn(operators, kind))
      add(node, operators[kind]!);
    else if (kind === 'true' || kind === 'false') add(node, kind === 'true' ? 'false' : 'true');
    else if (kind === 'number' && /^\d+$/.test(text.slice(tree.start[node], tree.end[node])))
      add(node, String(Number(text.slice(tree.start[node], tree.end[node])) + 1));
    else if (kind === '!' && parent === 'unary_expression') add(node, '');
    else if (kind === 'call_expression' && parent === 'expression_statement') add(node, 'undefined');
  }
  return mutants;
}
