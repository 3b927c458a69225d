import { useMemo, useState } from 'preact/hooks';
import { useLoad } from '../../api/load.ts';
import { send } from '../../api/request.ts';
import { Empty } from '../../ui/empty.tsx';
import { counted } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { shorten } from '../../ui/shorten.ts';
import { WindowedList } from '../../ui/windowed-list.tsx';
import { advisoriesOf, bringersOf, type Inventory, licenceOf, nameOf, pathTo } from './inventory.ts';

/** Every package of a scan, out of its CycloneDX document. */
export function PackageList({ scanId }: { scanId: string }) {
  const load = useLoad(
    async (signal) => {
      const query = { format: 'cyclonedx' };
      const response = await send('GET', `/v1/security/scan/${scanId}`, { query, signal });
      return (await response.json()) as Inventory;
    },
    [scanId],
  );
  return (
    <section class="card flush">
      <div class="card-head">
        <h2>All packages</h2>
      </div>
      <Loaded load={load} what="Fetching packages">
        {(inventory) => <Packages inventory={inventory} />}
      </Loaded>
    </section>
  );
}

function Packages({ inventory }: { inventory: Inventory }) {
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(0);
  const advisories = useMemo(() => advisoriesOf(inventory), [inventory]);
  const bringers = useMemo(() => bringersOf(inventory), [inventory]);
  const all = inventory.components ?? [];
  const shown = useMemo(
    () =>
      all
        .filter((component) => nameOf(component).toLowerCase().includes(text.toLowerCase()))
        .toSorted((a, b) => rankOf(b) - rankOf(a) || nameOf(a).localeCompare(nameOf(b))),
    [inventory, text],
  );
  function rankOf(component: (typeof all)[number]): number {
    return advisories.has(component['bom-ref']) ? 1 : 0;
  }
  if (all.length === 0)
    return (
      <Empty title="No packages">
        <p class="quiet">
          The repository has no lockfile or manifest that is known, or dependencies were not checked.
        </p>
      </Empty>
    );
  const chosen = shown[current];
  return (
    <>
      <div class="row spread package-line">
        <label class="field grow">
          <span>Name contains</span>
          <input
            type="search"
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setCurrent(0);
            }}
          />
        </label>
        <span class="small quiet" role="status">
          {counted(shown.length, 'package')}
        </span>
      </div>
      {chosen && (
        <p class="package-line small break">
          <strong>{nameOf(chosen)}</strong> comes by:{' '}
          {pathTo(chosen['bom-ref'], bringers).map(readable).join(' → ')}
        </p>
      )}
      <div class="packages">
        <WindowedList
          label="Packages"
          items={shown}
          rowHeight={44}
          current={current}
          onMove={setCurrent}
          keyOf={(component) => component['bom-ref']}
        >
          {(component) => (
            <div class="package-row small">
              <span class="package-name">
                {shorten(nameOf(component), 120)} <span class="quiet">{component.version}</span>
              </span>
              {advisories
                .get(component['bom-ref'])
                ?.slice(0, 2)
                .map((id) => (
                  <span class="badge critical" key={id}>
                    {id}
                  </span>
                ))}
              {component.scope === 'excluded' && <span class="badge">development</span>}
              <span class="quiet wide-only">{shorten(licenceOf(component), 40)}</span>
            </div>
          )}
        </WindowedList>
      </div>
    </>
  );
}

/** `name@version` of a package URL. */
function readable(purl: string): string {
  const text = purl.replace(/^pkg:[^/]+\//, '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
