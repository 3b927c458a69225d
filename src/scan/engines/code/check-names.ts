import { createParser } from '../../syntax/parser.ts';
import { type CodeEngineOptions, createCodeEngine } from './code-engine.ts';
import { concreteName } from './exercises/concrete-name.ts';
import type { Grammar } from './exercises/grammar.ts';
import { grammars } from './exercises/grammars.ts';
import { Makers } from './exercises/makers.ts';
import { type Fact, namesOf } from './exercises/name-facts.ts';
import { type SinkExercise, sinkExercises } from './exercises/sink-exercise.ts';
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
  let open = [...names];
  for (const grammar of grammars.get(folder) ?? []) open = await namesNotMet(grammar, index, open, options);
  return open;
}

async function namesNotMet(
  grammar: Grammar,
  index: RuleIndex,
  names: readonly string[],
  options: CodeEngineOptions,
): Promise<string[]> {
  const facts = namesOf(index);
  const makers = new Makers(index);
  const open = new Map(
    names.map((name) => [name, waysToWrite(grammar, makers, name, facts.get(name) ?? [])]),
  );
  const scan = await programScanner(grammar, { ...options, onName: (name) => open.delete(name) });
  // Alone, what is left is not hidden by another function that the parser cannot read.
  for (const size of [batch, 1])
    for (let way = 0; ; way++) {
      const tried = [...open.values()].flatMap((ways, id) => ways[way]?.(id) ?? []);
      if (tried.length === 0) break;
      for (let from = 0; from < tried.length; from += size) await scan(tried.slice(from, from + size));
    }
  return [...open.keys()];
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

/**
 * Sinks of the given names that a generated program shows to be wrong: what comes from outside is not reported there, or a constant is. Each is named with
 * its rule.
 */
export async function brokenSinks(
  folder: string,
  index: RuleIndex,
  names: Iterable<string>,
  options: CodeEngineOptions = {},
): Promise<BrokenSinks> {
  const [grammar] = grammars.get(folder) ?? [];
  const facts = namesOf(index);
  const exercises = [...names].flatMap((name) => sinkExercises(name, facts.get(name) ?? [], index.rules));
  if (!grammar || exercises.length === 0) return { count: 0, missed: [], false: [] };
  const makers = new Makers(index);
  const scan = await programScanner(grammar, options);
  const missed = new Set(exercises);
  const wrong = new Set<SinkExercise>();
  for (const size of [batch, 1])
    for (let way = 0; ; way++) {
      const tried = [...missed].flatMap((exercise, id) => {
        const tainted = writeExercise(grammar, makers, exercise.tainted, 2 * id)[way];
        const constant =
          exercise.constant && writeExercise(grammar, makers, exercise.constant, 2 * id + 1)[way];
        return tainted ? [{ exercise, tainted, constant }] : [];
      });
      if (tried.length === 0) break;
      for (let from = 0; from < tried.length; from += size) {
        const group = tried.slice(from, from + size);
        const found = await scan(
          group.flatMap(({ tainted, constant }) => (constant ? [tainted, constant] : [tainted])),
        );
        for (const { exercise, tainted, constant } of group) {
          if (!found(tainted).has(exercise.rule)) continue;
          missed.delete(exercise);
          if (constant && found(constant).has(exercise.rule)) wrong.add(exercise);
        }
      }
    }
  return { count: exercises.length, missed: [...missed].map(nameOf), false: [...wrong].map(nameOf) };
}

/** Of the given names, those that are sinks and of which generated programs show that they work. */
export async function workingSinks(
  folder: string,
  index: RuleIndex,
  names: readonly string[],
  options: CodeEngineOptions = {},
): Promise<ReadonlySet<string>> {
  const facts = namesOf(index);
  const tried = names.filter((name) => sinkExercises(name, facts.get(name) ?? [], index.rules).length > 0);
  const { missed, false: wrong } = await brokenSinks(folder, index, tried, options);
  const broken = new Set([...missed, ...wrong].map((text) => text.slice(text.indexOf(' ') + 1)));
  return new Set(tried.filter((name) => !broken.has(name)));
}

export interface BrokenSinks {
  readonly count: number;
  readonly missed: readonly string[];
  readonly false: readonly string[];
}

function nameOf({ pattern, rule }: SinkExercise): string {
  return `${rule} ${pattern}`;
}

/** Scans a program of some functions and gives the rules that report the line of each that uses its name. */
async function programScanner(grammar: Grammar, options: CodeEngineOptions) {
  const engine = createCodeEngine({ ...options, everyRule: true });
  const parser = await createParser();
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare?.([grammar.file]);
  return async (functions: readonly Written[]): Promise<(written: Written) => ReadonlySet<string>> => {
    const { text, lineOf } = programOf(grammar, functions);
    await parser.ready();
    const tree = parser.parse(grammar.file, text);
    const file = { path: grammar.file, text, bytes: Buffer.from(text), tree };
    const { findings, facts } = engine.analyse(file, tools);
    const linked = facts ? engine.conclude?.([{ path: grammar.file, facts }], tools).findings : [];
    const found = Map.groupBy([...findings, ...(linked ?? [])], ({ startLine }) => startLine);
    return (written) => new Set(found.get(lineOf.get(written)!)?.map(({ ruleId }) => ruleId));
  };
}

function programOf({ before = [], opening, closing }: Grammar, functions: readonly Written[]) {
  const head = new Set(functions.flatMap((written) => written.head));
  const lines = [...before, ...head, opening ?? ''];
  const lineOf = new Map<Written, number>();
  for (const written of functions) {
    lineOf.set(written, lines.length + written.at + 1);
    lines.push(...written.lines);
  }
  return { text: [...lines, closing ?? '', ''].join('\n'), lineOf };
}

/** Functions of one program: so many that reading the file is not what takes the time, so few that none is over a limit. */
const batch = 100;
