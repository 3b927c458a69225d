import { isReference } from '../values/reference-value.ts';
import { type Candidate, type DetectorRules, type Layer, rank, textOf } from './candidate.ts';

const reach = 400;
const maxAccounts = 100;

/** Adds the user names that stand within a few lines of a password in a configuration file, as information. */
export function withAccounts(layer: Layer, candidates: Candidate[], rules: DetectorRules): Candidate[] {
  if (layer.binary || layer.depth > 0 || layer.context.caution !== undefined) return candidates;
  if (layer.context.syntax === 'code' || layer.context.syntax === 'prose') return candidates;
  const accounts = new Map<number, Candidate>();
  for (const password of candidates) {
    if (password.rule.detector !== 'assigned-password' || accounts.size >= maxAccounts) continue;
    const from = Math.max(0, password.start - reach);
    const lines = textOf(layer.bytes, from, password.end + reach);
    for (const match of lines.matchAll(accountLine)) {
      const value = match[1]!;
      if (isReference(value)) continue;
      const start = from + match.index + match[0].lastIndexOf(value);
      accounts.set(start, accountAt(start, value, rules));
    }
  }
  const taken = (account: Candidate) =>
    candidates.some((other) => other.start < account.end && account.start < other.end);
  return [...candidates, ...[...accounts.values()].filter((account) => !taken(account))];
}

/** One assignment that fills its line: `user = x`, `"username": "x"`, `<User>x</User>`, `DB_USERNAME=x`. */
const accountLine =
  /^[ \t]*(?:export[ \t]+)?[<"']?(?:[A-Za-z]{1,20}[_.-])?(?:user|username|user_name|login|userName|User|USER|USERNAME)["'>]?[ \t]{0,8}[:=]?[ \t]{0,8}["']?([\w.@+$-]{2,64})["']?(?:,|;|<\/[A-Za-z]{1,20}>)?[ \t]*\r?$/gm;

function accountAt(start: number, value: string, rules: DetectorRules): Candidate {
  return {
    rule: rules.get('account')!,
    start,
    end: start + value.length,
    value,
    severity: 'info',
    confidence: 'low',
    reasons: ['it stands beside a password'],
    rank: rank.shape,
  };
}
