import type { SearchHit } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { request } from '../../api/request.ts';
import { Empty } from '../../ui/empty.tsx';
import { counted } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { HitView } from './hit-view.tsx';
import type { Settings } from './settings-form.tsx';

export function SearchResults({
  title,
  namespace,
  query,
  settings,
}: {
  title: string;
  namespace: string;
  query: string;
  settings: Settings;
}) {
  const load = useLoad(
    (signal) =>
      request<SearchHit[]>('POST', '/v1/memory/search', {
        body: { namespace, query, explain: true, ...settings },
        signal,
      }),
    [namespace, query, JSON.stringify(settings)],
  );
  return (
    <section class="card flush" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        {load.data && <span class="small quiet">{counted(load.data.length, 'result')}</span>}
      </div>
      <Loaded load={load} what="Searching">
        {(hits) =>
          hits.length === 0 ? (
            <Empty title="Nothing was found">
              <p class="quiet">Nothing scores enough. Lower the lowest score, or ask in other words.</p>
            </Empty>
          ) : (
            <ol class="hits">
              {hits.map((hit, i) => (
                <HitView hit={hit} place={i + 1} key={hit.id} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}
