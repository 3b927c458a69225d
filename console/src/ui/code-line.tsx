import { counted } from './format.ts';
import { tokensOf } from './highlight.ts';
import { Visible } from './visible.tsx';

const most = 1_000;

/** One line of code, coloured. A line that nobody could read is cut. */
export function CodeLine({ text, comments }: { text: string; comments: string }) {
  const tokens = tokensOf(text.slice(0, most), comments);
  return (
    <code>
      {tokens.map(({ kind, text: part }, i) => (
        <span key={i} class={`code-${kind}`}>
          <Visible text={part} />
        </span>
      ))}
      {text.length > most && (
        <span class="quiet"> … and {counted(text.length - most, 'more character')}</span>
      )}
    </code>
  );
}
