import { readFileSync } from 'node:fs';

/** A set of documents and questions, as `memory-quality.mjs` reads it. */
export interface RetrievalSet {
  name: string;
  docs: Array<{ id: string; text: string; ns?: string }>;
  queries: Array<{ text: string; relevant: string[] | Record<string, number>; ns?: string }>;
}

export function readSet(path: string): RetrievalSet {
  return JSON.parse(readFileSync(path, 'utf8')) as RetrievalSet;
}

export interface Quality {
  ndcg: number;
  recall: number;
}

/** NDCG and recall of one ranking at 10, as BEIR counts them. */
export function judge(ranked: readonly string[], relevant: string[] | Record<string, number>): Quality {
  const grades = new Map(
    Array.isArray(relevant) ? relevant.map((id) => [id, 1] as const) : Object.entries(relevant),
  );
  const gain = (list: readonly number[]) => list.reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
  const found = ranked.slice(0, 10).map((id) => grades.get(id) ?? 0);
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, 10);
  return { ndcg: gain(found) / gain(ideal), recall: found.filter((grade) => grade > 0).length / grades.size };
}

export function average(list: readonly Quality[]): Quality {
  const mean = (of: (quality: Quality) => number) =>
    list.reduce((sum, quality) => sum + of(quality), 0) / list.length;
  return { ndcg: mean(({ ndcg }) => ndcg), recall: mean(({ recall }) => recall) };
}
