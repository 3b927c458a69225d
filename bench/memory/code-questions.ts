// Whether code is found by what it does, and what remembering it costs: `node bench/memory/code-questions.ts fast|local REPOSITORY …` (bare
// repositories). A question is the first sentence of a function's comment, which is taken out of the function first; the right answer is that
// function among everything else that the repository declares. `kept` leaves the comments in, as users have them: an upper bound. `asked` are
// questions in our own words (sets/code-questions.tsv, written before any result was seen) among everything, `ofFunctions` among functions and methods;
// one of several right ones is enough.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { scanLimitDefaults } from '../../src/config/scan-defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import { createEmbedder } from '../../src/memory/embedding/create-embedder.ts';
import { VectorArena } from '../../src/memory/index/vectors/vector-arena.ts';
import type { CodeSymbol } from '../../src/scan/model/code-symbol.ts';
import { runScan } from '../../src/scan/pipeline/run-scan.ts';
import { average, judge, type Quality, type RetrievalSet } from './retrieval-set.ts';
import { indexSet } from './set-index.ts';

const [tier, ...repositories] = process.argv.slice(2);
if ((tier !== 'local' && tier !== 'fast') || repositories.length === 0)
  throw new Error('usage: code-questions.ts fast|local REPOSITORY …');
const questionsPerRepository = 100;
const leading = /^(?:\s*\/\*[\s\S]*?\*\/|(?:[ \t]*(?:\/\/|#(?!\[))[^\n]*\n)+)/;
const docstring = /(?<=\)[^\n]*:\n\s*)[rub]?(?:"""[\s\S]*?"""|'''[\s\S]*?''')/;
const cache = process.env['LOREKEEP_BENCH_CACHE'] ?? 'bench/.cache';
const embedder = await createEmbedder(tier, configSchema.parse({}).embedding);
const arena = await VectorArena.create();
const all: Record<'removed' | 'kept' | 'asked' | 'ofFunctions', Quality[]> = {
  removed: [],
  kept: [],
  asked: [],
  ofFunctions: [],
};
const written = readFileSync(new URL('./sets/code-questions.tsv', import.meta.url), 'utf8');
const rows: object[] = [];

for (const path of repositories) {
  const before = cpuSeconds();
  const symbols = await gather(path);
  const gatherCpu = cpuSeconds() - before;
  const lines = symbols.filter(({ kind }) => kind === 'file').reduce((sum, { endLine }) => sum + endLine, 0);
  const questions = questionsOf(symbols);
  const row: Record<string, unknown> = {
    repository: basename(path) === 'repo' ? basename(dirname(path)) : basename(path),
    lines,
    entries: symbols.length,
    questions: questions.length,
    gatherCpu: round(gatherCpu),
  };
  for (const variant of ['removed', 'kept'] as const) {
    const bare = new Map(questions.map(({ at, without }) => [at, without]));
    const set: RetrievalSet = {
      name: path,
      docs: symbols.map(({ content }, i) => ({
        id: String(i),
        text: variant === 'removed' ? (bare.get(i) ?? content) : content,
      })),
      queries: [],
    };
    const started = cpuSeconds();
    const index = (await indexSet(set, { embedder, arena, cache })).get('')!;
    if (variant === 'kept') row['indexCpu'] = round(cpuSeconds() - started);
    const judged: Quality[] = [];
    if (variant === 'kept') {
      const asked: Quality[] = [];
      const ofFunctions: Quality[] = [];
      for (const { question, names } of askedOf(path)) {
        const right = new Set(symbols.flatMap(({ name }, i) => (names.includes(name) ? [String(i)] : [])));
        if (right.size === 0) throw new Error(`Nothing is called ${names.join(' or ')}.`);
        const found = await search(question, 500);
        asked.push(firstOf(found, right));
        ofFunctions.push(
          firstOf(
            found.filter((id) => isFunction(symbols[Number(id)]!)),
            right,
          ),
        );
      }
      all.asked.push(...asked);
      all.ofFunctions.push(...ofFunctions);
      if (asked.length > 0)
        Object.assign(row, { asked: show(average(asked)), ofFunctions: show(average(ofFunctions)) });
    }
    for (const { question, at } of questions) judged.push(judge(await search(question), [String(at)]));
    all[variant].push(...judged);
    row[variant] = show(average(judged));

    async function search(question: string, limit = 10): Promise<string[]> {
      const [vector] = await embedder.embed([question], 'query');
      const request = { vector: vector!, text: question, mode: 'blended', limit, now: 0 } as const;
      return (await index.search(request)).map(({ id }) => id);
    }
  }
  rows.push(row);
  console.log(JSON.stringify(row));
}
const totals = Object.fromEntries(Object.entries(all).map(([name, judged]) => [name, average(judged)]));
console.log(totals);
writeFileSync(`bench/results/code-questions-${tier}.json`, `${JSON.stringify({ totals, rows }, null, 2)}\n`);
await embedder.close();

function isFunction({ kind }: CodeSymbol): boolean {
  return kind === 'function' || kind === 'method';
}

function firstOf(found: readonly string[], right: ReadonlySet<string>): Quality {
  const first = found.slice(0, 10).findIndex((id) => right.has(id));
  return first < 0 ? { ndcg: 0, recall: 0 } : { ndcg: 1 / Math.log2(first + 2), recall: 1 };
}

/** Those of a repository that lies in a folder named after it: `owner+name`, or `name`. */
function askedOf(path: string): Array<{ question: string; names: string[] }> {
  return written.split('\n').flatMap((line) => {
    const [repository = '', question = '', names = ''] = line.split('\t');
    const isHere = path.split('/').some((part) => part === repository.replace('/', '+'));
    return repository !== '' && isHere ? [{ question, names: names.split('|') }] : [];
  });
}

function show({ ndcg, recall }: Quality): string {
  return `${ndcg.toFixed(3)} / ${recall.toFixed(3)}`;
}

interface Question {
  question: string;
  at: number;
  /** The function without its comment. */
  without: string;
}

/** Every so many functions with a comment of a whole sentence, spread over the repository. */
function questionsOf(symbols: readonly CodeSymbol[]): Question[] {
  const found = symbols.flatMap((symbol, at): Question[] => {
    if (!isFunction(symbol)) return [];
    const [head = '', ...rest] = symbol.content.split('\n');
    const body = rest.join('\n');
    const comment = leading.exec(body)?.[0] ?? docstring.exec(body)?.[0] ?? '';
    const question = sentence(comment);
    const words = question.split(' ').length;
    if (words < 5 || words > 25) return [];
    return [{ question, at, without: `${head}\n${body.replace(comment, () => '')}` }];
  });
  const step = Math.max(1, found.length / questionsPerRepository);
  return Array.from(
    { length: Math.min(found.length, questionsPerRepository) },
    (_, i) => found[Math.floor(i * step)]!,
  );
}

function sentence(comment: string): string {
  const text = comment
    .replace(/^\s*[rub]?(?:"""|''')|(?:"""|''')\s*$/g, '')
    .replace(/^[ \t]*(?:\/\*+!?|\*+\/|\*|\/\/[/!]?|#+)[ \t]?/gm, '')
    .replace(/\*\/\s*$/, '')
    .replace(/<[^>]{1,40}>|\{@\w+ ([^}]*)\}/g, ' $1 ')
    .replace(/\n\s*\n[\s\S]*|@\w+[\s\S]*/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}

async function gather(path: string): Promise<CodeSymbol[]> {
  const scratchFolder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
  const outcome = await runScan(
    {
      source: { kind: 'git', path },
      engines: ['infrastructure'],
      gatherCode: { tests: false },
      history: false,
      trustRepositoryConfig: false,
      triage: [],
      identityKey: Buffer.alloc(32, 1),
      now: 0,
      limits: scanLimitDefaults,
    },
    {
      onProgress: () => {},
      signal: new AbortController().signal,
      network: { allowHosts: [] },
      scratchFolder,
    },
  );
  rmSync(scratchFolder, { recursive: true, force: true });
  if (outcome.status === 'failed') throw new Error(outcome.error);
  return outcome.code!.symbols;
}

/** Of this process and of those below it that have ended. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
