import type { Snippet } from '../../../clients/typescript/src/types.ts';
import { CodeLine } from './code-line.tsx';
import { commentsOf } from './highlight.ts';

/** Lines of a file with their numbers; the ones in question are marked. */
export function SnippetView({
  snippet,
  file,
  marked,
}: {
  snippet: Snippet;
  file: string;
  marked: readonly [number, number];
}) {
  const comments = commentsOf(file);
  return (
    <figure class="code">
      <figcaption class="mono small quiet break">{file}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section class="code-box" tabIndex={0} aria-label={`Lines of ${file}`}>
        <table class="code-lines">
          <tbody>
            {snippet.text.split('\n').map((text, i) => {
              const line = snippet.startLine + i;
              const isMarked = line >= marked[0] && line <= marked[1];
              return (
                <tr key={line} class={isMarked ? 'marked' : ''}>
                  <th scope="row">{line}</th>
                  <td>
                    {isMarked && <span class="unseen">marked: </span>}
                    <CodeLine text={text} comments={comments} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </figure>
  );
}
