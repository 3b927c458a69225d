import { useState } from 'preact/hooks';
import type { Context, GetContextBody } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { counted } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import type { Settings } from './settings-form.tsx';

type Format = NonNullable<GetContextBody['format']>;

/** The text that a model would get for this query, with the number of its tokens. */
export function ContextView({
  namespace,
  query,
  settings,
}: {
  namespace: string;
  query: string;
  settings: Settings;
}) {
  const [maxTokens, setMaxTokens] = useState(1_000);
  const [format, setFormat] = useState<Format>('text');
  const load = useLoad(
    (signal) =>
      request<Context>('POST', '/v1/memory/context', {
        body: { namespace, query, ...settings, maxTokens, format },
        signal,
      }),
    [namespace, query, JSON.stringify(settings), maxTokens, format],
  );
  return (
    <section class="card">
      <div class="card-head">
        <h2>The context as the model sees it</h2>
        {load.data && (
          <span class="small quiet">
            {counted(load.data.tokens ?? 0, 'token')} of{' '}
            {counted(load.data.entryIds.length, 'entry', 'entries')}
          </span>
        )}
      </div>
      <div class="row far">
        <label class="field narrow">
          <span>Most tokens</span>
          <input
            type="number"
            min={1}
            value={maxTokens}
            onChange={(event) => setMaxTokens(Math.max(1, event.currentTarget.valueAsNumber || 1_000))}
          />
        </label>
        <label class="field">
          <span>Format</span>
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value as Format)}>
            <option>text</option>
            <option>markdown</option>
            <option>xml</option>
          </select>
        </label>
      </div>
      <Loaded load={load} what="Assembling the context">
        {({ text }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          <pre class="block context-text" tabIndex={0}>
            {text || 'The context is empty: nothing scores enough.'}
          </pre>
        )}
      </Loaded>
    </section>
  );
}
