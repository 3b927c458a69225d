import type { TreeReader } from '../shared/tree-reader.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { methodMacros } from './declared-methods.ts';

/** What a file defines, known before its code is read: calls without a receiver depend on it. */
export interface FileDeclarations {
  /** Classes, modules and constants. */
  readonly constants: ReadonlySet<string>;
  /** Methods written outside of any class. */
  readonly functions: ReadonlySet<string>;
  isMethod(className: string, name: string): boolean;
  isAttribute(className: string, name: string): boolean;
}

interface ClassNames {
  readonly methods: Set<string>;
  readonly attributes: Set<string>;
  readonly parents: string[];
}

export function readDeclarations(reader: TreeReader): FileDeclarations {
  const constants = new Set<string>();
  const functions = new Set<string>();
  const classes = new Map<string, ClassNames>();
  const open: Array<{ name: string; end: number }> = [];
  const { skip, symbol } = reader.tree;
  const classOf = (name: string): ClassNames => {
    let found = classes.get(name);
    if (!found) {
      found = { methods: new Set(), attributes: new Set(), parents: [] };
      classes.set(name, found);
    }
    return found;
  };
  for (let n = 0; n < symbol.length; n++) {
    while (open.length && n >= open.at(-1)!.end) open.pop();
    const within = open.at(-1)?.name;
    switch (reader.kind(n)) {
      case 'class':
      case 'module': {
        const nameNode = reader.field(n, 'name');
        if (isNone(nameNode)) break;
        const name = lastConstant(reader.slice(nameNode));
        constants.add(name);
        open.push({ name, end: skip[n]! });
        const parent = reader.field(n, 'superclass');
        if (isNode(parent)) classOf(name).parents.push(lastConstant(reader.slice(parent)));
        break;
      }
      case 'method':
      case 'singleton_method': {
        const nameNode = reader.field(n, 'name');
        if (isNone(nameNode)) break;
        if (within === undefined) functions.add(reader.slice(nameNode));
        else classOf(within).methods.add(reader.slice(nameNode));
        break;
      }
      case 'assignment': {
        const left = reader.field(n, 'left');
        if (reader.kind(left) === 'constant') constants.add(reader.slice(left));
        break;
      }
      case 'alias':
        if (within !== undefined) {
          const [name] = reader.named(n);
          if (name !== undefined) classOf(within).methods.add(reader.slice(name).replace(/^:/, ''));
        }
        break;
      case 'call':
        if (within !== undefined) readMacro(reader, n, classOf(within));
        break;
    }
  }
  const search = (className: string, has: (names: ClassNames) => boolean): boolean => {
    const waiting = [className];
    const seen = new Set<string>();
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const names = classes.get(at);
      if (!names || seen.has(at)) continue;
      if (has(names)) return true;
      seen.add(at);
      waiting.push(...names.parents);
    }
    return false;
  };
  return {
    constants,
    functions,
    isMethod: (className, name) => search(className, ({ methods }) => methods.has(name)),
    isAttribute: (className, name) => search(className, ({ attributes }) => attributes.has(name)),
  };
}

/** `attr_reader :a`, `include M` and `scope :a, …` in the body of a class. */
function readMacro(reader: TreeReader, n: number, names: ClassNames): void {
  const method = reader.field(n, 'method');
  if (isNone(method) || isNode(reader.field(n, 'receiver'))) return;
  const macro = reader.slice(method);
  const list = reader.field(n, 'arguments');
  if (isNone(list)) return;
  if (attributeMacros.has(macro)) {
    for (const argument of reader.named(list)) names.attributes.add(reader.slice(argument).replace(/^:/, ''));
  } else if (macro === 'include' || macro === 'extend' || macro === 'prepend') {
    for (const argument of reader.named(list)) names.parents.push(lastConstant(reader.slice(argument)));
  } else if (macro === 'alias_method' || methodMacros.has(macro)) {
    const [name] = reader.named(list);
    if (name !== undefined) names.methods.add(reader.slice(name).replace(/^:/, ''));
  }
}

/** `A::B` is known as `B`. */
export function lastConstant(text: string): string {
  return text
    .slice(text.lastIndexOf(':') + 1)
    .replace(/^<\s*/, '')
    .trim();
}

const attributeMacros = new Set([
  'attr_accessor',
  'attr_reader',
  'attr_writer',
  'cattr_accessor',
  'mattr_accessor',
]);
