import { createParser } from '../../syntax/parser.ts';
import { type CodeEngineOptions, createCodeEngine } from './code-engine.ts';
import { concreteName } from './exercises/concrete-name.ts';
import type { Grammar } from './exercises/grammar.ts';
import { grammars } from './exercises/grammars.ts';
import { Makers } from './exercises/makers.ts';
import { type Fact, namesOf } from './exercises/name-facts.ts';
import { type Written, writeExercise } from './exercises/writer.ts';
import type { RuleIndex } from './knowledge/index-rules.ts';

/**
 * Writes a minimal program for each of the names that the rules of a folder know and no example leads to, and gives those that the engine does not meet in
 * it either: nothing that anybody can write leads to them.
 */
export async function unreachableNames(
  folder: string,
  index: RuleIndex,
  names: Iterable<string>,
  options: CodeEngineOptions = {},
): Promise<string[]> {
  const grammar = grammars.get(folder);
  const open = new Map([...names].map((name): [string, Way[]] => [name, []]));
  if (!grammar || open.size === 0) return [...open.keys()];
  const facts = namesOf(index);
  const makers = new Makers(index);
  for (const name of open.keys()) open.set(name, waysToWrite(grammar, makers, name, facts.get(name) ?? []));
  const scan = await programScanner(grammar, { ...options, onName: (name) => open.delete(name) });
  for (let way = 0; ; way++) {
    const tried = [...open.values()].flatMap((ways, id) => ways[way]?.(id) ?? []);
    if (tried.length === 0) return [...open.keys()];
    for (let from = 0; from < tried.length; from += batch) await scan(tried.slice(from, from + batch));
  }
}

type Way = (id: number) => Written;

function waysToWrite(grammar: Grammar, makers: Makers, pattern: string, facts: readonly Fact[]): Way[] {
  const name = concreteName(pattern);
  if (!name) return [];
  return [...new Set(facts.map(({ use }) => use))].flatMap((use) => {
    const exercise = { name, use, args: [{ isTainted: true }] };
    return writeExercise(grammar, makers, exercise, 0).map(
      (_, at): Way =>
        (id) =>
          writeExercise(grammar, makers, exercise, id)[at]!,
    );
  });
}

async function programScanner(grammar: Grammar, options: CodeEngineOptions) {
  const engine = createCodeEngine({ ...options, everyRule: true });
  const parser = await createParser();
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare?.([grammar.file]);
  return async (functions: readonly Written[]): Promise<void> => {
    const text = programOf(grammar, functions);
    await parser.ready();
    const tree = parser.parse(grammar.file, text);
    engine.analyse({ path: grammar.file, text, bytes: Buffer.from(text), tree }, tools);
  };
}

function programOf({ before = [], opening, closing }: Grammar, functions: readonly Written[]): string {
  const head = new Set(functions.flatMap(({ head }) => head));
  const lines = functions.flatMap(({ lines }) => lines);
  return [...before, ...head, opening ?? '', ...lines, closing ?? '', ''].join('\n');
}

/** Functions of one program: so many that reading the file is not what takes the time, so few that none is over a limit. */
const batch = 100;
