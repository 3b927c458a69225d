/** A question, and what search returned for it. */
export interface AskedQuestion {
  relevant: ReadonlySet<string>;
  /** Best first: each hit by all names that it has. */
  hits: ReadonlyArray<{ names: readonly string[]; score: number }>;
}

export interface RetrievalQuality {
  /** Of the questions that have an answer, where there are any: shares from 0 to 1, as BEIR counts them. */
  ndcg?: number;
  recall?: number;
  first?: number;
  inFive?: number;
  /** How well the first score tells questions with an answer from those without: 0.5 is chance, 1 perfect. Only where there are both. */
  auc?: number;
  /** The score that tells the two apart best. */
  minScore?: number;
}

const depth = 10;

export function qualityOf(questions: readonly AskedQuestion[]): RetrievalQuality {
  const answerable = questions.filter(({ relevant }) => relevant.size > 0);
  const found = answerable.map(({ relevant, hits }) => {
    const places = hits
      .slice(0, depth)
      .map(({ names }) => (names.some((name) => relevant.has(name)) ? 1 : 0));
    return { places, relevant: relevant.size };
  });
  const share = (of: (one: (typeof found)[number]) => number) =>
    found.reduce((sum, one) => sum + of(one), 0) / found.length;
  if (found.length === 0) return {};
  return {
    ndcg: share(({ places, relevant }) => gain(places) / gain(Array(Math.min(depth, relevant)).fill(1))),
    recall: share(({ places, relevant }) => sum(places) / relevant),
    first: share(({ places }) => places[0] ?? 0),
    inFive: share(({ places }) => Math.min(1, sum(places.slice(0, 5)))),
    ...separation(questions),
  };
}

function gain(places: readonly number[]): number {
  return places.reduce((total, value, i) => total + value / Math.log2(i + 2), 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** By the scores of the first hits alone: what a `minScore` sees. */
function separation(questions: readonly AskedQuestion[]): Pick<RetrievalQuality, 'auc' | 'minScore'> {
  const firstScore = ({ hits }: AskedQuestion) => hits[0]?.score ?? 0;
  const answered = questions.filter(({ relevant }) => relevant.size > 0).map(firstScore);
  const unanswered = questions.filter(({ relevant }) => relevant.size === 0).map(firstScore);
  if (answered.length === 0 || unanswered.length === 0) return {};
  let better = 0;
  for (const a of answered) for (const b of unanswered) better += a > b ? 1 : a === b ? 0.5 : 0;
  let [minScore, most] = [0, -1];
  for (const score of new Set([...answered, ...unanswered])) {
    const right =
      answered.filter((a) => a >= score).length / answered.length +
      unanswered.filter((b) => b < score).length / unanswered.length;
    if (right > most || (right === most && score < minScore)) [minScore, most] = [score, right];
  }
  return { auc: better / (answered.length * unanswered.length), minScore };
}
