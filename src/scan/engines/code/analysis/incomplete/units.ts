import type { ClassIr, Expr, FunctionIr, ModuleIr, Stmt, Target } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import type { CheckWords } from '../../knowledge/words/check-words.ts';
import { addQuestions, type Question } from './questions.ts';

export type Text = Expr & { k: 'const'; value: string };
export type Call = Expr & { k: 'call' };

/** A function with the small ones that it gives to others, or what is written outside of all functions. */
export interface Unit {
  readonly fn: FunctionIr | undefined;
  readonly texts: readonly Text[];
  /** Those that a longer text is put together from, or that have places for values. */
  readonly written: readonly Text[];
  readonly patterns: ReadonlyArray<Expr & { k: 'regex' }>;
  readonly calls: readonly Call[];
  readonly indexed: ReadonlyArray<Part & { k: 'index' }>;
  /** Names of members, and of functions that are called. */
  readonly members: ReadonlySet<string>;
  readonly questions: readonly Question[];
  readonly returns: ReadonlyArray<Stmt & { k: 'return' }>;
  readonly loops: ReadonlyArray<Stmt & { k: 'loop' }>;
  /** Values under the names of attributes: `element['attributes']['href'] = …`. */
  readonly attributes: readonly Expr[];
  /** What a variable was set to last. */
  readonly assigned: ReadonlyMap<string, Expr>;
}

/** The units of a file. A function that is an argument belongs to the one around it, all others are units of their own. */
export function unitsOf(module: ModuleIr, words: CheckWords): Unit[] {
  const units: Unit[] = [];
  const waiting: FunctionIr[] = [];
  units.push(readUnit(undefined, module.body, waiting, words));
  for (let fn = waiting.pop(); fn; fn = waiting.pop()) units.push(readUnit(fn, fn.body, waiting, words));
  return units;
}

function readUnit(
  fn: FunctionIr | undefined,
  body: readonly Stmt[],
  waiting: FunctionIr[],
  words: CheckWords,
): Unit {
  const texts: Text[] = [];
  const written: Text[] = [];
  const patterns: Array<Expr & { k: 'regex' }> = [];
  const calls: Call[] = [];
  const indexed: Array<Part & { k: 'index' }> = [];
  const members = new Set<string>();
  const questions: Question[] = [];
  const returns: Array<Stmt & { k: 'return' }> = [];
  const loops: Array<Stmt & { k: 'loop' }> = [];
  const assigned = new Map<string, Expr>();
  const attributes: Expr[] = [];
  const own = new Set<FunctionIr>();
  // As in Go, where a result says what went wrong.
  const givesErrors = fn?.gives === 'error';
  const open: Part[] = [...body].reverse();
  const visitClass = ({ methods, fields, body: statements, decorators }: ClassIr) => {
    waiting.push(...methods);
    for (const { name, value } of fields)
      if (value) {
        assigned.set(name, value);
        open.push(value);
      }
    open.push(...statements, ...decorators);
  };
  for (let part = open.pop(); part; part = open.pop()) {
    switch (part.k) {
      case 'const':
        if (typeof part.value === 'string') {
          texts.push(part as Text);
          if (part.value.includes('%')) written.push(part as Text);
        }
        continue;
      case 'regex':
        patterns.push(part);
        continue;
      case 'function':
        if (own.has(part.fn)) open.push(...part.fn.body);
        else waiting.push(part.fn);
        continue;
      case 'class':
        visitClass(part.definition);
        continue;
      case 'member':
        members.add(part.property);
        break;
      case 'index':
        indexed.push(part);
        break;
      case 'call':
        calls.push(part);
        if (part.callee.k === 'member' && words.has('writes', part.callee.property))
          addTexts(
            part.args.map(({ value }) => value),
            written,
          );
        if (part.callee.k === 'name') members.add(part.callee.name);
        if (fn) for (const { value } of part.args) if (value.k === 'function') own.add(value.fn);
        break;
      case 'assign':
        if (part.target.k === 'name') assigned.set(part.target.name, part.value);
        else if (isAttribute(part.target)) attributes.push(part.value);
        else if (part.target.k === 'map') addMembers(part.target, part.value, assigned);
        break;
      case 'binary':
        if (part.op === '+') addTexts([part.left, part.right], written);
        break;
      case 'template':
        addTexts(part.parts, written);
        break;
      case 'return':
        returns.push(part);
        break;
      case 'loop':
        loops.push(part);
        break;
    }
    addQuestions(part, givesErrors, words, questions);
    eachPart(part, (inner) => open.push(inner));
  }
  return {
    fn,
    texts,
    written,
    patterns,
    calls,
    indexed,
    members,
    questions,
    returns,
    loops,
    attributes,
    assigned,
  };
}

function addTexts(parts: readonly Expr[], found: Text[]): void {
  for (const part of parts)
    if (part.k === 'const' && typeof part.value === 'string') found.push(part as Text);
}

/** `const { host } = new URL(text)` is a read of the member. */
function addMembers({ entries }: Target & { k: 'map' }, object: Expr, assigned: Map<string, Expr>): void {
  for (const { key, target } of entries)
    if (target.k === 'name') {
      const { start, end } = target;
      assigned.set(target.name, { k: 'member', object, property: key, start, end });
    }
}

function isAttribute(target: Target): boolean {
  if (target.k !== 'index' || target.index.k !== 'const') return false;
  return markupAttributes.has(String(target.index.value)) && holdsAttributes(target.object);
}

function holdsAttributes(object: Expr): boolean {
  const name = object.k === 'member' ? object.property : object.k === 'name' ? object.name : '';
  const key = object.k === 'index' && object.index.k === 'const' ? String(object.index.value) : name;
  return /^\$?(?:html)?attr(?:s|ib(?:ute)?s)?$/i.test(key);
}

const markupAttributes = new Set([
  'href',
  'src',
  'title',
  'alt',
  'value',
  'action',
  'class',
  'id',
  'name',
  'style',
]);
