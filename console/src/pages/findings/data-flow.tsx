import { useState } from 'preact/hooks';
import type { Finding, Snippet, TraceStep } from '../../../../clients/typescript/src/types.ts';
import { counted } from '../../ui/format.ts';
import { InlineCode } from '../../ui/inline-code.tsx';
import { SnippetView } from '../../ui/snippet-view.tsx';
import { markedLines } from './marked-lines.ts';

const kinds = { source: 'comes in', step: 'passes', sink: 'does harm' } as const;

/** The way of the data from source to sink, step by step; a step that is chosen is marked in the code. */
export function DataFlow({ finding }: { finding: Finding }) {
  const trace = finding.trace ?? [];
  const [chosen, setChosen] = useState(trace.length - 1);
  const step = trace[chosen];
  const shown = step && snippetOf(step, finding);
  return (
    <div class="stack">
      <h3>Data flow, in {counted(trace.length, 'step')}</h3>
      <ol class="flow">
        {trace.map((one, i) => (
          <li key={i} class={one.kind}>
            <button type="button" class="flow-step" aria-pressed={i === chosen} onClick={() => setChosen(i)}>
              <span class="flow-number" aria-hidden="true">
                {i + 1}
              </span>
              <span class="stack tight">
                <span class="break">
                  <span class="unseen">{kinds[one.kind]}: </span>
                  <InlineCode text={one.message} />
                </span>
                <span class="mono small quiet break">
                  {one.file}:{one.line}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {shown ? (
        <SnippetView snippet={shown} file={step.file} marked={[step.line, step.line]} />
      ) : (
        finding.snippet && (
          <SnippetView snippet={finding.snippet} file={finding.file} marked={markedLines(finding)} />
        )
      )}
    </div>
  );
}

/** The lines around a step: its own where the service sends them, or those of the finding where it lies within them. */
function snippetOf(step: TraceStep, { file, snippet }: Finding): Snippet | undefined {
  if (step.snippet) return step.snippet;
  if (!snippet || step.file !== file) return undefined;
  const lines = snippet.text.split('\n').length;
  return step.line >= snippet.startLine && step.line < snippet.startLine + lines ? snippet : undefined;
}
