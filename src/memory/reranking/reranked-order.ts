/** What an answer is worth that a newer one replaced, as in a search without re-ranking. */
const supersededWorth = 0.9;

interface Result {
  id: string;
  score: number;
  supersededBy?: string;
}

/**
 * Results in the order of a re-ranker's probabilities, which become their scores; equal ones stay in the order of the search. It read the first results only: the others
 * follow as they were, with no higher score. What a newer result replaces still comes after it, whatever the re-ranker says, since it cannot know which of the two holds.
 */
export function inRerankedOrder<Found extends Result>(
  found: readonly Found[],
  probabilities: readonly number[],
): Found[] {
  const read = found.slice(0, probabilities.length);
  const worth = new Map(read.map(({ id }, i) => [id, probabilities[i]!]));
  // A result follows right after what replaces it, so that it lends it its own worth.
  const chains = new Map<string, string>();
  for (const { id, supersededBy } of read)
    if (supersededBy !== undefined && worth.has(supersededBy)) chains.set(id, supersededBy);
  for (const [older] of chains) {
    const lent = worth.get(older)!;
    for (let newer = chains.get(older); newer !== undefined; newer = chains.get(newer))
      worth.set(newer, Math.max(worth.get(newer)!, lent));
  }
  const scored = read
    .map((result, rank) => ({ result, rank, score: scoreOf(result, worth.get(result.id)!) }))
    .sort((a, b) => b.score - a.score || a.rank - b.rank)
    .map(({ result, score }) => ({ ...result, score }));
  let least = scored.at(-1)?.score ?? Number.POSITIVE_INFINITY;
  const rest = found.slice(read.length).map((result) => {
    least = Math.min(least, result.score);
    return { ...result, score: least };
  });
  return [...scored, ...rest];
}

function scoreOf({ supersededBy }: Result, worth: number): number {
  return supersededBy === undefined ? worth : supersededWorth * worth;
}
