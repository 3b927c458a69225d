/**
 * The name that somebody probably meant: one that differs only in case and separators, else one that is a few typing errors away, else
 * the only one that begins like it. Nothing where no candidate is close, since a wrong guess is worse than none.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  // Names are short; a long text is no misspelt name, and comparing it would cost its length squared.
  if (name.length > maxLength) return undefined;
  const wanted = plainForm(name);
  if (wanted === '') return undefined;
  let nearest: string | undefined;
  let least = Math.floor(wanted.length / 3) + 1;
  for (const candidate of candidates) {
    if (candidate.length > maxLength) continue;
    const distance = editDistance(wanted, plainForm(candidate));
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest ?? onlyOneThatBegins(wanted, candidates);
}

function onlyOneThatBegins(start: string, candidates: Iterable<string>): string | undefined {
  if (start.length < 3) return undefined;
  const longer = [...candidates].filter((candidate) => plainForm(candidate).startsWith(start));
  return longer.length === 1 ? longer[0] : undefined;
}

const maxLength = 64;

function plainForm(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
