import type { ModelStatus, Readiness } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { may, session } from '../../api/session.ts';
import { ThemeChoice } from '../../shell/theme-choice.tsx';
import { counted, formatBytes, formatDuration, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TableBox } from '../../ui/table-box.tsx';

async function look(signal: AbortSignal) {
  const [readiness, model] = await Promise.all([
    request<Readiness>('GET', '/readyz', { signal }).catch(() => undefined),
    may('memory:read') ? request<ModelStatus>('GET', '/v1/memory/model', { signal }) : undefined,
  ]);
  return { readiness, model };
}

/** What applies to this key and this service. Settings of the service itself are made where it runs. */
export default function Settings() {
  const load = useLoad(look, []);
  const { id, scopes, namespaces, limits } = session.value!;
  return (
    <>
      <PageHead title="Settings" note="This key, this service, and the limits that apply." />
      <div class="columns">
        <section class="card">
          <h2>This key</h2>
          <dl class="facts">
            <dt>Id</dt>
            <dd class="mono">{id}</dd>
            <dt>Scopes</dt>
            <dd>{scopes.join(', ')}</dd>
            <dt>Namespaces</dt>
            <dd>{namespaces?.join(', ') ?? 'all'}</dd>
            {Object.entries(limits.plan).map(([name, value]) => (
              <>
                <dt>{name === 'name' ? 'Plan' : words(name)}</dt>
                <dd>
                  {value === 0 ? 'no limit' : typeof value === 'number' ? formatNumber(value) : String(value)}
                </dd>
              </>
            ))}
          </dl>
        </section>
        <section class="card">
          <h2>The service</h2>
          <Loaded load={load} what="Asking the service">
            {({ readiness, model }) => (
              <dl class="facts">
                <dt>State</dt>
                <dd>{readiness ? 'ready' : 'not ready'}</dd>
                {readiness && (
                  <>
                    <dt>Sandbox of scans</dt>
                    <dd>{readiness.sandbox}</dd>
                  </>
                )}
                {model && (
                  <>
                    <dt>Embedding model</dt>
                    <dd>{model.wanted}</dd>
                    {model.namespacesLeft > 0 && (
                      <>
                        <dt>Still to embed</dt>
                        <dd>{counted(model.entriesLeft, 'entry', 'entries')}</dd>
                      </>
                    )}
                    {model.recutsLeft > 0 && (
                      <>
                        <dt>Still to cut into passages</dt>
                        <dd>{counted(model.recutsLeft, 'entry', 'entries')}</dd>
                      </>
                    )}
                  </>
                )}
                <dt>Reference</dt>
                <dd>
                  <a href="/docs">the API</a>
                </dd>
              </dl>
            )}
          </Loaded>
        </section>
        <section class="card">
          <h2>This browser</h2>
          <ThemeChoice />
        </section>
      </div>
      <section class="card flush">
        <div class="card-head">
          <h2>Limits</h2>
        </div>
        <TableBox label="Limits">
          <thead>
            <tr>
              <th>Of</th>
              <th>Limit</th>
              <th class="end">Value</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(limits.limits).flatMap(([group, values]) =>
              Object.entries(values).map(([name, value]) => (
                <tr key={group + name}>
                  <td class="quiet">{group}</td>
                  <th scope="row">{words(name)}</th>
                  <td class="end">{measured(name, value)}</td>
                </tr>
              )),
            )}
          </tbody>
        </TableBox>
      </section>
    </>
  );
}

/** `maxWaitingPerKey` as people write it. */
function words(name: string): string {
  const text = name.replace(/Ms$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value in the unit that its name ends with. */
function measured(name: string, value: number): string {
  if (/Bytes$/.test(name)) return formatBytes(value);
  return /Ms$/.test(name) ? formatDuration(value) : formatNumber(value);
}
