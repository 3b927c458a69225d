import { createParser } from '../../syntax/parser.ts';
import { workingSinks } from './check-names.ts';
import { createCodeEngine } from './code-engine.ts';
import type { FileFacts } from './domain/facts.ts';
import { namesOf } from './exercises/name-facts.ts';
import { languageModules } from './frontends/registry.ts';
import { indexRules } from './knowledge/index-rules.ts';
import type { PackProblem } from './packs/library-document.ts';
import { compareExample, placeOf } from './packs/marked-example.ts';
import type { ReadLibrary, ReadPack } from './packs/read-pack.ts';

export interface PackFailure {
  readonly library: string;
  readonly file: string;
  readonly message: string;
}

export interface PackReport {
  readonly libraries: number;
  readonly examples: number;
  readonly problems: readonly PackProblem[];
  readonly failures: readonly PackFailure[];
}

/**
 * Runs the examples of a pack: each bad program must be reported on the lines that its comments name and on no other, the good one on none. Every name
 * that a library says something about must occur in an example, a guard in one of either kind; for a sink, a program that is generated
 * for it will do, in which what comes from outside must be reported and a constant must not.
 */
export async function testPack({ pack, libraries, problems }: ReadPack): Promise<PackReport> {
  const failures: PackFailure[] = [];
  let examples = 0;
  if (problems.length === 0) {
    const met = new Set<string>();
    const engine = createCodeEngine({ packs: [pack], everyRule: true, onName: (name) => met.add(name) });
    const scan = await exampleScanner(engine);
    for (const each of libraries) {
      const seen = { bad: new Set<string>(), good: new Set<string>() };
      const fail = (message: string) =>
        failures.push({ library: each.library.library, file: each.path, message });
      for (const [at, example] of each.library.examples.entries())
        for (const kind of ['bad', 'good'] as const) {
          examples++;
          met.clear();
          const files = filesOf(example[kind], each.library.language);
          const found = await scan(files, each);
          for (const name of met) seen[kind].add(name);
          for (const message of compareExample(kind, files, found, each))
            fail(`${kind} ${at + 1}: ${message}`);
        }
      for (const message of unseenNames(each, seen, await shownBroken(each, pack, seen))) fail(message);
    }
  }
  return { libraries: libraries.length, examples, problems, failures };
}

type Files = Record<string, string>;
type Found = ReadonlySet<string>;

function filesOf(program: string | Files, language: string): Files {
  return typeof program === 'string' ? { [languageModules.get(language)!.example]: program } : program;
}

async function exampleScanner(
  engine: ReturnType<typeof createCodeEngine>,
): Promise<(files: Files, library: ReadLibrary) => Promise<Found>> {
  const parser = await createParser();
  const tools = { hashSecret: (value: string) => value };
  return async (files, { ruleIds }) => {
    await engine.prepare?.(Object.keys(files));
    const facts: Array<{ path: string; facts: FileFacts }> = [];
    const findings = [];
    for (const [path, text] of Object.entries(files).sort()) {
      await parser.ready();
      const parseAs: typeof parser.tryParse = (...given) => parser.tryParse(...given);
      const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text), parseAs };
      const analysis = engine.analyse(file, tools);
      findings.push(...analysis.findings);
      if (analysis.facts) facts.push({ path, facts: analysis.facts });
    }
    findings.push(...(engine.conclude?.(facts, tools).findings ?? []));
    return new Set(
      findings
        .filter(({ ruleId }) => ruleIds.has(ruleId))
        .map(({ file, startLine, ruleId }) => placeOf(file, startLine, ruleId)),
    );
  };
}

interface Seen {
  readonly bad: ReadonlySet<string>;
  readonly good: ReadonlySet<string>;
}

/** Of the names that no example uses, those that are more than a sink, and sinks that a program that is generated for them shows to be wrong. */
async function shownBroken(
  { names, file, folder }: ReadLibrary,
  pack: ReadPack['pack'],
  { bad, good }: Seen,
): Promise<(patterns: readonly string[]) => boolean> {
  const index = indexRules([file]);
  const facts = namesOf(index);
  const isUnseen = (pattern: string) => !bad.has(pattern) && !good.has(pattern);
  const sinks = [...names.values()]
    .flat()
    .filter((pattern) => isUnseen(pattern) && facts.get(pattern)?.every(({ part }) => part.kind === 'sink'));
  const working = await workingSinks(folder, index, sinks, { packs: [pack] });
  return (patterns) => !patterns.some((pattern) => working.has(pattern));
}

function* unseenNames(
  { names, guards }: ReadLibrary,
  seen: Seen,
  isBroken: (patterns: readonly string[]) => boolean,
): Generator<string> {
  const isIn = (set: ReadonlySet<string>, patterns: readonly string[]) =>
    patterns.some((pattern) => set.has(pattern));
  for (const [name, patterns] of names) {
    const inBad = isIn(seen.bad, patterns);
    const inGood = isIn(seen.good, patterns);
    const isUsed = inBad || inGood;
    if (!isUsed && isBroken(patterns)) yield `no example uses ${name}`;
    else if (isUsed && guards.has(name) && !(inBad && inGood))
      yield `the guard ${name} is only in ${inBad ? 'a bad' : 'a good'} example; show ${inBad ? 'a good one that it makes harmless' : 'a bad one too, where its result is the other way round'}`;
  }
}
