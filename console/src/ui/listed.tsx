import type { ComponentChildren, JSX } from 'preact';
import type { PageList } from '../api/page-list.ts';
import { Failure } from './failure.tsx';
import { counted, formatNumber } from './format.ts';
import { Waiting } from './waiting.tsx';

/** Shows a list as far as it is here, what to say when it is empty, and the button for more. */
export function Listed<T>({
  list,
  what,
  empty,
  children,
}: {
  list: PageList<T>;
  /** What the items are called, such as `entry` and `entries`. */
  what: readonly [one: string, many: string];
  empty: JSX.Element;
  children: ComponentChildren;
}) {
  if (list.items.length === 0) {
    if (list.error) return <Failure error={list.error} retry={list.reload} />;
    return list.busy ? <Waiting what={`Fetching ${what[1]}`} /> : empty;
  }
  return (
    <>
      {children}
      {list.error && <Failure error={list.error} retry={list.next} />}
      <div class="row spread list-foot">
        <span class="small quiet" role="status">
          {extent(list, what)}
        </span>
        {list.more && (
          <button type="button" class="button" disabled={list.busy} onClick={list.next}>
            {list.busy ? 'Fetching…' : 'Show more'}
          </button>
        )}
      </div>
    </>
  );
}

function extent<T>({ items, more, total }: PageList<T>, what: readonly [string, string]): string {
  const shown = counted(items.length, ...what);
  if (more)
    return total === undefined
      ? `the first ${shown}`
      : `${formatNumber(items.length)} of ${counted(total, ...what)}`;
  return items.length === 1 ? shown : `all ${shown}`;
}
