import type { Fix, Snippet } from '../../../../clients/typescript/src/types.ts';
import { CodeBox, type CodeRow } from '../../ui/code-box.tsx';

/** A mechanical fix as the change that it makes: the lines that go where they are known, and those that come. */
export function FixView({ fix, snippet, file }: { fix: Fix; snippet: Snippet | undefined; file: string }) {
  const lines = snippet?.text.split('\n') ?? [];
  const first = fix.startLine - (snippet?.startLine ?? 0);
  const before = first >= 0 ? lines.slice(first, first + 1 + fix.endLine - fix.startLine) : [];
  const row =
    (kind: 'gone' | 'come') =>
    (text: string, i: number): CodeRow => ({
      key: `${kind} ${i}`,
      class: kind,
      head: <span aria-hidden="true">{kind === 'gone' ? '−' : '+'}</span>,
      unseen: kind === 'gone' ? 'removed' : 'added',
      text,
    });
  return (
    <CodeBox
      caption={fix.description}
      label="The change"
      file={file}
      rows={[...before.map(row('gone')), ...fix.replacement.split('\n').map(row('come'))]}
    />
  );
}
