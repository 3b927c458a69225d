import type { Grammar, PlainName, Root, Use } from './grammar.ts';
import type { Makers } from './makers.ts';

export interface Exercise {
  readonly name: PlainName;
  readonly use: Use;
  readonly args: readonly Argument[];
}

/** What the call is given at a position, or under a name. */
export interface Argument {
  readonly name?: string;
  /** Whether it is the value that comes from outside; a constant where not. */
  readonly isTainted: boolean;
}

/** A function, or what stands in for one, in which a name is used. */
export interface Written {
  /** Lines at the top of the file, such as imports; a line that several need is written once. */
  readonly head: readonly string[];
  readonly lines: readonly string[];
  /** Which of the lines uses the name. */
  readonly at: number;
}

/** The ways in which a language writes a function that uses a name, the most usual first; `id` makes what it declares unique in its file. */
export function writeExercise(grammar: Grammar, makers: Makers, exercise: Exercise, id: number): Written[] {
  const { name, use } = exercise;
  const named = [{ name, imports: [] }, ...makers.namesFor(name)];
  const roots = named.flatMap(({ name: each, imports }) => {
    const head = imports.slice(0, 1).flatMap((from) => grammar.importing?.(from, each[0]!) ?? []);
    return grammar.roots(each, use).map((root) => ({ ...root, head: [...head, ...(root.head ?? [])] }));
  });
  return [...roots, ...handedRoots(grammar, makers, name)].flatMap(
    (root) => writeFrom(grammar, root, exercise, id) ?? [],
  );
}

/** What a library hands to the functions that are registered with it. */
function handedRoots(grammar: Grammar, makers: Makers, name: PlainName): Root[] {
  if (!grammar.handler) return [];
  return makers.handlersFor(name).flatMap(({ call, at, rest }) =>
    grammar.roots(call, 'call').flatMap((root) => {
      const registering = chain(grammar, root, true);
      if (registering === undefined) return [];
      const { variable, open, close } = grammar.handler!(registering, at);
      return [{ ...root, expression: variable, rest, around: { open, close } }];
    }),
  );
}

function writeFrom(grammar: Grammar, root: Root, { use, args }: Exercise, id: number): Written | undefined {
  const target = chain(grammar, root, use === 'call');
  if (target === undefined) return undefined;
  const head = root.head ?? [];
  if (use === 'decorator' || use === 'extends') {
    const lines = use === 'decorator' ? grammar.decorated?.(target, id) : grammar.extending?.(target, id);
    return lines && { head, lines, at: 0 };
  }
  const { source } = grammar;
  const values = args.map(({ name, isTainted }) => {
    const value = isTainted ? grammar.tainted : grammar.constant;
    return name === undefined ? value : (grammar.named?.(name, value) ?? value);
  });
  const call = root.isMade ? grammar.make : grammar.call;
  const written =
    use === 'read'
      ? grammar.read(target, id)
      : use === 'assign'
        ? grammar.assign(target, values[0] ?? grammar.tainted)
        : grammar.statement(call(target, values), id);
  const { open = [], close = [] } = root.around ?? {};
  const body = [...(source.lines ?? []), ...[open].flat(), written, ...[close].flat()];
  const { lines, from } = grammar.functionOf(
    id,
    [...(source.parameters ?? []), ...(root.parameters ?? [])],
    body,
  );
  return { head: [...(source.head ?? []), ...head], lines, at: from + body.indexOf(written) };
}

/** Puts the rest of a name behind its root, part by part; undefined where the language has no way to write one. */
function chain(
  { member, call, constant }: Grammar,
  { expression, rest }: Root,
  isCalled: boolean,
): string | undefined {
  let written: string | undefined = expression;
  for (const [at, part] of rest.entries()) {
    if (written === undefined) return undefined;
    written =
      part === '()'
        ? call(written, [constant])
        : member(written, part, rest[at + 1] === '()' || (isCalled && at === rest.length - 1));
  }
  return written;
}
