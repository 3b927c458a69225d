import { useState } from 'preact/hooks';
import type { NamespaceMap } from '../../../../clients/typescript/src/types.ts';
import { useLoad } from '../../api/load.ts';
import { useNamespaces } from '../../api/namespace-names.ts';
import { request } from '../../api/request.ts';
import { segment } from '../../api/segment.ts';
import type { PageProps } from '../../shell/pages.ts';
import { ask } from '../../shell/router.ts';
import { Empty } from '../../ui/empty.tsx';
import { counted, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { NamespaceChoice } from '../../ui/namespace-choice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { MapLegend } from './map-legend.tsx';
import { Scatter } from './scatter.tsx';
import { Selection } from './selection.tsx';
import './map.css';

const mostPoints = 20_000;

export default function MapPage({ query }: PageProps) {
  const namespaces = useNamespaces();
  return (
    <>
      <PageHead
        title="Map"
        note="Entries that mean something similar are close together. Two axes keep only part of what a vector says."
      />
      <Loaded load={namespaces} what="Fetching namespaces">
        {({ items: all, more }) => {
          const namespace = query.get('namespace') ?? all[0]?.name;
          if (namespace === undefined) return <Nothing />;
          const colour = query.get('colour') ?? '';
          const text = query.get('q') ?? '';
          return (
            <>
              <form
                class="row filters"
                aria-label="What is drawn"
                onSubmit={(event) => {
                  event.preventDefault();
                  const fields = new FormData(event.currentTarget as HTMLFormElement);
                  ask({
                    namespace,
                    colour: String(fields.get('colour')).trim(),
                    q: String(fields.get('q')).trim(),
                  });
                }}
              >
                <NamespaceChoice
                  namespaces={all}
                  more={more}
                  value={namespace}
                  onChange={(name) => ask({ namespace: name })}
                />
                <label class="field">
                  <span>Colour by metadata</span>
                  <input name="colour" defaultValue={colour} placeholder="topic" />
                </label>
                <label class="field grow">
                  <span>Query as a point</span>
                  <input name="q" type="search" defaultValue={text} placeholder="How long do refunds take?" />
                </label>
                <button type="submit" class="button main-action">
                  Draw
                </button>
              </form>
              <Drawing namespace={namespace} colour={colour} text={text} key={namespace} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Drawing({ namespace, colour, text }: { namespace: string; colour: string; text: string }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const load = useLoad(
    (signal) =>
      request<NamespaceMap>('GET', `/v1/memory/namespaces/${segment(namespace)}/map`, {
        query: { sample: mostPoints, colour: colour && pointerOf(colour), query: text },
        signal,
      }),
    [namespace, colour, text],
  );
  return (
    <Loaded load={load} what="Drawing the map">
      {(map) =>
        map.points.ids.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <section class="card">
              <div class="card-head">
                <h2>
                  {map.points.ids.length < map.total && `${formatNumber(map.points.ids.length)} of `}
                  {counted(map.total, 'entry', 'entries')}
                </h2>
                <span class="small quiet">
                  the axes keep {Math.round(100 * ((map.variance[0] ?? 0) + (map.variance[1] ?? 0)))} % of the
                  differences
                </span>
              </div>
              <Scatter map={map} chosen={chosen} onChoose={setChosen} />
              <MapLegend map={map} name={colour} />
            </section>
            {chosen.length > 0 && (
              <Selection
                namespace={namespace}
                ids={chosen.map((i) => map.points.ids[i]!)}
                onDeleted={() => {
                  setChosen([]);
                  load.reload();
                }}
              />
            )}
          </>
        )
      }
    </Loaded>
  );
}

function Nothing() {
  return (
    <section class="card">
      <Empty title="Nothing to draw">
        <p class="quiet">Write some entries first; each becomes a point.</p>
      </Empty>
    </section>
  );
}

/** A name is a key of the metadata; what begins with `/` is a pointer already. */
function pointerOf(colour: string): string {
  return colour.startsWith('/') ? colour : `/${colour.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
