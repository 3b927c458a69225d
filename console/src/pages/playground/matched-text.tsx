import type { ComponentChildren } from 'preact';
import type { SearchHit } from '../../../../clients/typescript/src/types.ts';

const around = 80;
const most = 1_200;

/** The passage that was found, a little of what is around it, and the words of the query in it. */
export function MatchedText({ hit: { content, explain } }: { hit: SearchHit }) {
  if (!explain) return <p class="hit-text">{content.slice(0, most)}</p>;
  const { passage, words } = explain;
  const start = Math.max(0, passage.start - around);
  const end = Math.min(content.length, passage.end + around);
  const stop = Math.min(passage.end, passage.start + most);
  return (
    <p class="hit-text">
      {passage.start > 0 && (
        <span class="quiet">
          {start > 0 && '…'}
          {content.slice(start, passage.start)}
        </span>
      )}
      {marked(content, passage.start, stop, words)}
      {stop < content.length && (
        <span class="quiet">
          {stop < passage.end ? '' : content.slice(passage.end, end)}
          {(end < content.length || stop < passage.end) && '…'}
        </span>
      )}
    </p>
  );
}

function marked(
  content: string,
  start: number,
  end: number,
  words: ReadonlyArray<{ start: number; end: number }>,
): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = start;
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    if (word.start < at || word.end > end) continue;
    parts.push(content.slice(at, word.start), <mark>{content.slice(word.start, word.end)}</mark>);
    at = word.end;
  }
  return [...parts, content.slice(at, end)];
}
