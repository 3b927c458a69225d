import type { ComponentChildren } from 'preact';
import { CodeLine } from './code-line.tsx';
import { commentsOf } from './highlight.ts';

export interface CodeRow {
  key: string | number;
  class?: string;
  /** What is before the line: its number, or what happens to it. */
  head: ComponentChildren;
  /** For those who do not see what the colour of the row says. */
  unseen?: string;
  text: string;
}

/** Lines of code under a caption, in a box that scrolls where they are too long. */
export function CodeBox({
  caption,
  label,
  file,
  rows,
}: {
  caption: ComponentChildren;
  label: string;
  file: string;
  rows: readonly CodeRow[];
}) {
  const comments = commentsOf(file);
  return (
    <figure class="code">
      <figcaption class="small break">{caption}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section class="code-box" tabIndex={0} aria-label={label}>
        <table class="code-lines">
          <tbody>
            {rows.map(({ key, class: name, head, unseen, text }) => (
              <tr key={key} class={name}>
                <th scope="row">{head}</th>
                <td>
                  {unseen && <span class="unseen">{unseen}: </span>}
                  <CodeLine text={text} comments={comments} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  );
}
