import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Invocation } from '../command.ts';
import { UsageError } from '../command.ts';
import { table } from '../terminal.ts';
import { type AskedQuestion, qualityOf, type RetrievalQuality } from './retrieval-quality.ts';

/** How a question is asked, by the name of the row. */
const ways = {
  blended: { mode: 'blended', rerank: false },
  dense: { mode: 'dense', rerank: false },
  lexical: { mode: 'lexical', rerank: false },
} as const;
const rerankedWay = { 're-ranked': { mode: 'blended', rerank: true } } as const;
const mostQuestions = 10_000;
const mostLine = 64 * 1024;

interface Question {
  query: string;
  relevant: string[];
}

/** Asks the questions of a file in every mode, and re-ranked where that is wanted, and says how well each way finds what the file calls relevant. */
export async function evaluate(
  invocation: Invocation,
  tenant: string,
  namespace: string,
  file: string,
): Promise<number> {
  const questions = await readQuestions(file);
  const { terminal, options } = invocation;
  const results: Record<string, RetrievalQuality> = {};
  for (const [name, way] of Object.entries({ ...ways, ...(options['rerank'] === true && rerankedWay) })) {
    const asked: AskedQuestion[] = [];
    for (const [i, { query, relevant }] of questions.entries()) {
      if (i % 100 === 0 && i > 0) terminal.say(`${name}: ${i} of ${questions.length} questions`);
      type Hit = { id: string; externalId?: string; score: number };
      const hits = await invocation.operate<Hit[]>('memory.search', {
        tenant,
        namespace,
        query,
        limit: 10,
        ...way,
      });
      asked.push({
        relevant: new Set(relevant),
        hits: hits.map(({ id, externalId, score }) => ({
          names: externalId === undefined ? [id] : [id, externalId],
          score,
        })),
      });
    }
    results[name] = qualityOf(asked);
  }
  if (options['json']) terminal.out(JSON.stringify({ questions: questions.length, modes: results }, null, 2));
  else
    terminal.out(table([heading, ...Object.entries(results).map(([mode, quality]) => row(mode, quality))]));
  return 0;
}

const heading = ['MODE', 'FIRST', 'IN FIVE', 'NDCG@10', 'RECALL@10', 'AUC', 'MIN SCORE'];

function row(mode: string, { first, inFive, ndcg, recall, auc, minScore }: RetrievalQuality): string[] {
  return [mode, ...[first, inFive, ndcg, recall, auc, minScore].map((value) => value?.toFixed(3) ?? '-')];
}

async function readQuestions(file: string): Promise<Question[]> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  const questions: Question[] = [];
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === '') continue;
    if (line.length > mostLine) throw new UsageError(`line ${number} is longer than ${mostLine} characters.`);
    questions.push(readQuestion(line, number));
    if (questions.length > mostQuestions) throw new UsageError(`more than ${mostQuestions} questions.`);
  }
  if (questions.length === 0) throw new UsageError(`${file} has no questions.`);
  return questions;
}

function readQuestion(line: string, number: number): Question {
  const wrong = (what: string) =>
    new UsageError(`line ${number}: ${what}; write {"query": "…", "relevant": ["id or external id", …]}.`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw wrong('is not JSON');
  }
  const { query, relevant } = (value ?? {}) as Partial<Record<keyof Question, unknown>>;
  if (typeof query !== 'string' || query.trim() === '') throw wrong('has no query');
  if (!Array.isArray(relevant) || relevant.some((id) => typeof id !== 'string'))
    throw wrong('has no list "relevant"');
  return { query, relevant: relevant as string[] };
}
