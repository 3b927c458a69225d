import type { Argument, Expr, Stmt } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { BashLowering } from './lowering.ts';

/** A command with its words: what it prints is its value. */
export function lowerCommand(low: BashLowering, n: number): Expr {
  const span = low.span(n);
  const nameNode = low.field(n, 'name');
  const words = low.fieldAll(n, 'argument');
  const [name, args] = behindPrefixes(low, isNone(nameNode) ? '' : low.slice(nameNode), words);
  const plain = name.slice(name.lastIndexOf('/') + 1);
  const values: Argument[] = args.map((word) => ({ value: low.expression(word) }));
  if (plain === 'eval') return evalOf(low, values, n);
  if (plain === 'read' || plain === 'mapfile' || plain === 'readarray') return readInto(low, args, values, n);
  if (plain === 'printf' && low.slice(args[0] ?? n) === '-v') return printedInto(low, args, values, n);
  const callee: Expr =
    isNode(nameNode) && low.kind(low.firstNamed(nameNode)) !== 'word'
      ? low.expression(nameNode)
      : { k: 'name', name: plain, ...low.span(isNone(nameNode) ? n : nameNode) };
  return { k: 'call', callee, args: values, isNew: false, ...span };
}

/** `eval` joins its words by blanks. */
function evalOf(low: BashLowering, values: readonly Argument[], n: number): Expr {
  const span = low.span(n);
  const parts: Expr[] = [];
  for (const { value } of values) {
    if (parts.length) parts.push({ k: 'const', value: ' ', ...span });
    parts.push(value);
  }
  const value: Expr = parts.length === 1 ? parts[0]! : { k: 'template', parts, ...span };
  const callee: Expr = { k: 'name', name: 'eval', ...span };
  return { k: 'call', callee, args: [{ value }], isNew: false, ...span };
}

function readInto(low: BashLowering, words: readonly number[], values: Argument[], n: number): Expr {
  const span = low.span(n);
  const call: Expr = {
    k: 'call',
    callee: { k: 'name', name: 'read', ...span },
    args: values,
    isNew: false,
    ...span,
  };
  let result: Expr = call;
  for (const word of words) {
    const name = low.slice(word);
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    low.assigned(name);
    result = { k: 'assign', target: { k: 'name', name, ...low.span(word) }, value: result, ...span };
  }
  return result;
}

/** `printf -v name format …`. */
function printedInto(low: BashLowering, words: readonly number[], values: Argument[], n: number): Expr {
  const span = low.span(n);
  const name = low.slice(words[1] ?? n);
  low.assigned(name);
  const value: Expr = {
    k: 'call',
    callee: { k: 'name', name: 'printf', ...span },
    args: values.slice(2),
    isNew: false,
    ...span,
  };
  return { k: 'assign', target: { k: 'name', name, ...span }, value, ...span };
}

/** Commands one behind the other: what the first prints goes through the others. */
export function lowerPipeline(low: BashLowering, n: number): Expr {
  const span = low.span(n);
  let value: Expr | undefined;
  for (const child of low.named(n)) {
    const stage = low.expression(child);
    if (value && stage.k === 'call') value = { ...stage, args: [...stage.args, { name: 'input', value }] };
    else value = value ? { k: 'unknown', parts: [value, stage], ...span } : stage;
  }
  const whole: Expr = {
    k: 'call',
    callee: { k: 'name', name: 'pipeline', ...span },
    args: value ? [{ value }] : [],
    isNew: false,
    ...span,
  };
  return whole;
}

/** `$(…)` is what its last command prints. */
export function lowerSubstitution(low: BashLowering, n: number): Expr {
  const children = low.named(n);
  const values = children.map((child) => low.expression(child));
  if (values.length === 1) return values[0]!;
  return { k: 'unknown', parts: values, ...low.span(n) };
}

/** What a function prints last is what a caller gets from it. */
export function printedValue(value: Expr): Stmt {
  const { start, end } = value;
  const isPrinting =
    value.k === 'call' &&
    value.callee.k === 'name' &&
    (value.callee.name === 'echo' || value.callee.name === 'printf');
  return isPrinting ? { k: 'return', value, start, end } : { k: 'expr', value, start, end };
}

/** The command that `sudo -u somebody` and the like run, with its own words. */
function behindPrefixes(
  low: BashLowering,
  name: string,
  words: readonly number[],
): [name: string, args: readonly number[]] {
  const takesWord = prefixes.get(name);
  if (takesWord === undefined) return [name, words];
  let at = 0;
  for (; at < words.length; at++) {
    const word = low.slice(words[at]!);
    if (/^-\w*$/.test(word) && takesWord.includes(word.slice(-1))) at++;
    else if (!word.startsWith('-') && !(name === 'env' && /^\w+=/.test(word))) break;
  }
  const command = words[at] === undefined ? '' : low.slice(words[at]!);
  return /^[\w./-]+$/.test(command) ? behindPrefixes(low, command, words.slice(at + 1)) : [name, words];
}

/** What is behind these is the command itself; each with the letters of its options that take a word. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ['sudo', 'CDghpRrTtUu'],
  ['doas', 'Cu'],
  ['env', 'CSu'],
  ['nice', 'n'],
  ['exec', 'a'],
  ['time', 'fo'],
  ['command', ''],
  ['nohup', ''],
  ['builtin', ''],
]);
