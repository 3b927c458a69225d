import type { SearchHit } from '../../../../clients/typescript/src/types.ts';
import { Ago } from '../../ui/ago.tsx';
import { FlagBadges } from '../../ui/flag-badges.tsx';
import { shorten } from '../../ui/shorten.ts';
import { MatchedText } from './matched-text.tsx';

/** A result with its score, what the score is made of, and where it matches. */
export function HitView({ hit, place }: { hit: SearchHit; place: number }) {
  const { explain, score } = hit;
  const pairs = Object.entries(hit.metadata).slice(0, 4);
  return (
    <li class="hit">
      <div class="row spread">
        <span class="hit-score number">
          <span class="unseen">Score </span>
          {score.toFixed(3)}
        </span>
        <span class="small quiet">
          {place}. <Ago time={hit.updatedAt} />
        </span>
      </div>
      <MatchedText hit={hit} />
      {explain && <Parts explain={explain} />}
      <div class="row">
        {pairs.map(([key, value]) => (
          <span class="badge" key={key}>
            {shorten(key, 24)}: {shorten(typeof value === 'string' ? value : JSON.stringify(value), 32)}
          </span>
        ))}
        <FlagBadges flags={hit.flags} />
        {hit.supersededBy && <span class="badge medium">replaced by a newer entry</span>}
      </div>
    </li>
  );
}

/** How much of the rank comes from meaning, from words and from the neighbours, as one bar and in numbers. */
function Parts({ explain }: { explain: NonNullable<SearchHit['explain']> }) {
  const { dense = 0, lexical = 0, neighbours, weight, length = 0, rank, relevance, position } = explain;
  const meaning = weight * dense;
  const words = (1 - weight) * Math.min(1, lexical);
  const lent = Math.max(0, rank + length - meaning - words);
  const percent = (share: number) => `${(100 * Math.max(0, Math.min(1, share))).toFixed(1)}%`;
  return (
    <div class="stack tight">
      <div class="parts" aria-hidden="true">
        <span class="meaning" style={{ width: percent(meaning) }} />
        <span class="words" style={{ width: percent(words) }} />
        <span class="lent" style={{ width: percent(lent) }} />
      </div>
      <p class="legend-row small number">
        <span>
          <span class="dot meaning" aria-hidden="true" /> meaning {meaning.toFixed(2)}
        </span>
        <span>
          <span class="dot words" aria-hidden="true" /> words {words.toFixed(2)}
        </span>
        {neighbours > 0 && (
          <span>
            <span class="dot lent" aria-hidden="true" /> neighbours {lent.toFixed(2)}
          </span>
        )}
        {length > 0 && <span>length −{length.toFixed(2)}</span>}
        <span>rank {rank.toFixed(2)}</span>
        <span>relevance {relevance.toFixed(2)}</span>
        <span>place by rank {position}</span>
      </p>
    </div>
  );
}
