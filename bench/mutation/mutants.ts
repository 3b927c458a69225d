import { parseAst } from 'rolldown/parseAst';
import { ChildNodes, partsOf } from './child-nodes.ts';

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

/** A node of the syntax tree, of which only a few kinds matter here. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** Every place of a file at which one operator, truth value or number can be another, or a call that is a statement can be missing. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const mutants: Mutant[] = [];
  const lines = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const add = (start: number, end: number, by: string, inside: Node, key = false) => {
    const expression = { start: inside.start, end: inside.end, key };
    const line = lines.filter((each) => each < start).length + 1;
    mutants.push({ file, line, start, end, was: text.slice(start, end), by, expression });
  };
  const addOperator = (node: Node, from: number, to: number) => {
    const operator = node.operator as string;
    if (!Object.hasOwn(operators, operator)) return;
    const between = text
      .slice(from, to)
      .replace(/\/\*.*?\*\/|\/\/.*/gs, (comment) => ' '.repeat(comment.length));
    const start = from + between.indexOf(operator);
    add(start, start + operator.length, operators[operator]!, node);
  };
  const program = parseAst(text, { lang: 'ts' }, file) as unknown as Node;
  const childNodes = new ChildNodes(program);
  const visit = (node: Node, parent: Node | undefined): void => {
    // Types are not run: a change in one is no mutant.
    if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull|Instantiation)/.test(node.type)) return;
    if (childNodes.isNone(node, parent)) return;
    if (childNodes.isTest(node)) {
      visit(node.left as Node, node);
      return;
    }
    const { left, right } = node as { left?: Node; right?: Node };
    if (/^(?:Binary|Logical|Assignment)Expression$/.test(node.type))
      addOperator(node, left!.end, right!.start);
    else if (node.type === 'UpdateExpression') addOperator(node, node.start, node.end);
    else if (node.type === 'UnaryExpression' && node.operator === '!')
      add(node.start, node.start + 1, '', node);
    else if (node.type === 'Literal' && typeof node.value === 'boolean')
      add(node.start, node.end, String(!node.value), node);
    else if (node.type === 'Literal' && /^\d+$/.test(String(node.raw))) {
      const isKey = parent?.type === 'Property' && parent.key === node && !parent.computed;
      add(node.start, node.end, String(Number(node.raw) + 1), node, isKey);
    } else if (node.type === 'ExpressionStatement') {
      const called = node.expression as Node;
      const inner = called.type === 'ChainExpression' ? (called.expression as Node) : called;
      if (inner.type === 'CallExpression') add(called.start, called.end, 'undefined', called);
    }
    for (const part of partsOf(node)) visit(part, node);
  };
  visit(program, undefined);
  return mutants;
}
