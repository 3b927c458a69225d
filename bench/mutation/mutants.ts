import type { FlatTree } from '../../src/scan/syntax/flat-tree.ts';

/** One change of one operator or literal: the text from `start` to `end` becomes `by`. */
export interface Mutant {
  file: string;
  line: number;
  start: number;
  end: number;
  was: string;
  by: string;
  /** The expression that the change is in: its value is another one while the mutant is switched on. */
  expression: { start: number; end: number; key: boolean };
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

/** Types are not run: a change in one is no mutant. */
const types =
  /^(?:type_annotation|type_alias_declaration|interface_declaration|type_arguments|type_parameters|literal_type|object_type|ambient_declaration)$/;

/** Every place of a file at which one operator, truth value or number can be another, or a call that is a statement can be missing. */
export function mutantsOf(file: string, text: string, tree: FlatTree): Mutant[] {
  const mutants: Mutant[] = [];
  const lines = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const add = (node: number, by: string, inside = node) => {
    const start = tree.start[node]!;
    const end = tree.end[node]!;
    const parent = tree.parent[inside]!;
    const isPair = /^pair(?:_pattern)?$/.test(tree.symbolNames[tree.symbol[parent]!]!);
    const key = isPair && tree.start[parent] === tree.start[inside];
    const expression = { start: tree.start[inside]!, end: tree.end[inside]!, key };
    const line = lines.filter((each) => each < start).length + 1;
    mutants.push({ file, line, start, end, was: text.slice(start, end), by, expression });
  };
  for (let node = 0; node < tree.count; node++) {
    const kind = tree.symbolNames[tree.symbol[node]!]!;
    if (types.test(kind)) {
      node = tree.skip[node]! - 1;
      continue;
    }
    const above = tree.parent[node]!;
    const parent = above < 0 ? '' : tree.symbolNames[tree.symbol[above]!]!;
    if (/^(?:binary|augmented_assignment|update)_expression$/.test(parent) && Object.hasOwn(operators, kind))
      add(node, operators[kind]!, above);
    else if (kind === 'true' || kind === 'false') add(node, kind === 'true' ? 'false' : 'true');
    else if (kind === 'number' && /^\d+$/.test(text.slice(tree.start[node], tree.end[node])))
      add(node, String(Number(text.slice(tree.start[node], tree.end[node])) + 1));
    else if (kind === '!' && parent === 'unary_expression') add(node, '', above);
    else if (kind === 'call_expression' && parent === 'expression_statement') add(node, 'undefined');
  }
  return mutants;
}
