import { useState } from 'preact/hooks';
import type { ListedPackage } from '../../../../clients/typescript/src/types.ts';
import { usePageList } from '../../api/page-list.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import { counted } from '../../ui/format.ts';
import { shorten } from '../../ui/shorten.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { WindowedList } from '../../ui/windowed-list.tsx';

/** Every package of a scan, vulnerable ones first; the next ones are fetched as the reader comes to them. */
export function PackageList({ scanId }: { scanId: string }) {
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(0);
  const list = usePageList<ListedPackage>(`/v1/security/scan/${scanId}/packages`, { q: text, limit: 200 });
  const chosen = list.items[current];
  return (
    <section class="card flush">
      <div class="card-head">
        <h2>All packages</h2>
        {list.total !== undefined && (
          <span class="small quiet" role="status">
            {counted(list.total, 'package')}
          </span>
        )}
      </div>
      {(list.items.length > 0 || text) && (
        <div class="package-line">
          <label class="field">
            <span>Name contains</span>
            <input
              type="search"
              value={text}
              maxLength={200}
              onInput={(event) => {
                setText(event.currentTarget.value);
                setCurrent(0);
              }}
            />
          </label>
        </div>
      )}
      {chosen && (
        <p class="package-line small break">
          <strong>{chosen.name}</strong> comes by:{' '}
          {chosen.path?.join(' → ') ?? 'a way that the files do not tell'}
        </p>
      )}
      {list.items.length > 0 ? (
        <div class="packages">
          <WindowedList
            label="Packages"
            items={list.items}
            rowHeight={44}
            current={current}
            onMove={setCurrent}
            onNearEnd={list.next}
            keyOf={({ purl }) => purl}
          >
            {(one) => <PackageRow listed={one} />}
          </WindowedList>
        </div>
      ) : (
        list.busy && <Waiting what="Fetching packages" />
      )}
      {list.error && <Failure error={list.error} retry={list.items.length > 0 ? list.next : list.reload} />}
      {!list.busy && !list.error && list.items.length === 0 && (
        <Empty title={text ? 'No package has such a name' : 'No packages'}>
          {!text && (
            <p class="quiet">
              The repository has no lockfile or manifest that is known, or dependencies were not checked.
            </p>
          )}
        </Empty>
      )}
    </section>
  );
}

function PackageRow({ listed: { name, version, scope, licences, vulnIds = [] } }: { listed: ListedPackage }) {
  return (
    <div class="package-row small">
      <span class="package-name">
        {shorten(name, 120)} <span class="quiet">{shorten(version, 40)}</span>
      </span>
      {vulnIds.slice(0, 2).map((id) => (
        <span class="badge critical" key={id}>
          {id}
        </span>
      ))}
      {scope === 'dev' && <span class="badge">development</span>}
      <span class="quiet wide-only">{shorten(licences.join(', '), 40)}</span>
    </div>
  );
}
