import type { Namespace } from '../../../../clients/typescript/src/types.ts';
import { href } from '../../shell/router.ts';
import { Ago } from '../../ui/ago.tsx';
import { Empty } from '../../ui/empty.tsx';
import { counted } from '../../ui/format.ts';

const most = 6;

export function TopNamespaces({ namespaces }: { namespaces: readonly Namespace[] }) {
  const top = namespaces.toSorted((a, b) => b.entries - a.entries).slice(0, most);
  const largest = top[0]?.entries ?? 1;
  return (
    <section class="card">
      <div class="card-head">
        <h2>Largest namespaces</h2>
        <a class="small" href={href(['memory'])}>
          All namespaces
        </a>
      </div>
      {top.length === 0 ? (
        <Empty title="Nothing is stored">
          <p class="quiet">A namespace begins with the first entry that is written to it.</p>
        </Empty>
      ) : (
        <ul class="line-list">
          {top.map(({ name, entries, updatedAt }) => (
            <li key={name}>
              <div class="row spread">
                <a class="break" href={href(['memory', name])}>
                  {name}
                </a>
                <span class="small quiet number">
                  {counted(entries, 'entry', 'entries')}, <Ago time={updatedAt} />
                </span>
              </div>
              <div class="bar" aria-hidden="true">
                <span style={{ width: `${(100 * entries) / largest}%` }} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
