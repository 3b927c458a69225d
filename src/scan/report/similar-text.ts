import { repositoryName } from '../findings/identity.ts';
import type { SimilarDecision } from '../model/similar-decision.ts';

/** What was decided about the finding that looks most like this one; undefined where nothing was, or where nobody looked. */
export interface SimilarText {
  /** `Dismissed before` or `Accepted before`. */
  lead: string;
  /** The host and path of the repository. */
  repository: string;
  reason: string;
  /** How many further decisions there are. */
  others: number;
}

interface Compared {
  similar?: readonly SimilarDecision[] | undefined;
}

export function similarText({ similar }: Compared): SimilarText | undefined {
  const [best, ...others] = similar ?? [];
  if (!best) return undefined;
  return {
    lead: best.status === 'accepted_risk' ? 'Accepted before' : 'Dismissed before',
    repository: nameOf(best.repo),
    reason: best.reason,
    others: others.length,
  };
}

/** In one sentence, as plain text. */
export function similarSentence(finding: Compared): string | undefined {
  const text = similarText(finding);
  return text && `${text.lead} in ${text.repository}${moreText(text)}, because: ${text.reason}`;
}

export function moreText({ others }: SimilarText): string {
  return others === 0 ? '' : ` and in ${others} more ${others === 1 ? 'place' : 'places'}`;
}

function nameOf(repo: string): string {
  return repo.startsWith('https://') ? repositoryName({ base: repo }) : repo;
}
