import type { Fix, Snippet } from '../../../../clients/typescript/src/types.ts';
import { CodeLine } from '../../ui/code-line.tsx';
import { commentsOf } from '../../ui/highlight.ts';

/** A mechanical fix as the change that it makes: the lines that go where they are known, and those that come. */
export function FixView({ fix, snippet, file }: { fix: Fix; snippet: Snippet | undefined; file: string }) {
  const comments = commentsOf(file);
  const lines = snippet?.text.split('\n') ?? [];
  const first = fix.startLine - (snippet?.startLine ?? 0);
  const before = first >= 0 ? lines.slice(first, first + 1 + fix.endLine - fix.startLine) : [];
  return (
    <figure class="code">
      <figcaption class="small">{fix.description}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section class="code-box" tabIndex={0} aria-label="The change">
        <table class="code-lines">
          <tbody>
            {before.map((text, i) => (
              <tr class="gone" key={`- ${fix.startLine + i}`}>
                <th scope="row">
                  <span aria-hidden="true">−</span>
                  <span class="unseen">removed</span>
                </th>
                <td>
                  <CodeLine text={text} comments={comments} />
                </td>
              </tr>
            ))}
            {fix.replacement.split('\n').map((text, i) => (
              <tr class="come" key={`+ ${fix.startLine + i}`}>
                <th scope="row">
                  <span aria-hidden="true">+</span>
                  <span class="unseen">added</span>
                </th>
                <td>
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
