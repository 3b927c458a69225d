import type { Snippet } from '../../../clients/typescript/src/types.ts';
import { CodeBox } from './code-box.tsx';

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
  const rows = snippet.text.split('\n').map((text, i) => {
    const line = snippet.startLine + i;
    const isMarked = line >= marked[0] && line <= marked[1];
    return { key: line, head: line, text, ...(isMarked && { class: 'marked', unseen: 'marked' }) };
  });
  return (
    <CodeBox
      caption={<span class="mono quiet">{file}</span>}
      label={`Lines of ${file}`}
      file={file}
      rows={rows}
    />
  );
}
