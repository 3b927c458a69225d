import type { ComponentChildren, JSX } from 'preact';
import type { PageList } from '../api/page-list.ts';
import { Failure } from './failure.tsx';
import { formatNumber } from './format.ts';
import { Waiting } from './waiting.tsx';

/** Shows a list as far as it is here, what to say when it is empty, and the button for more. */
export function Listed<T>({
  list,
  what,
  empty,
  children,
}: {
  list: PageList<T>;
  /** What the items are called, such as `entries`. */
  what: string;
  empty: JSX.Element;
  children: ComponentChildren;
}) {
  if (list.items.length === 0) {
    if (list.error) return <Failure error={list.error} retry={list.reload} />;
    return list.busy ? <Waiting what={`Fetching ${what}`} /> : empty;
  }
  return (
    <>
      {children}
      {list.error && <Failure error={list.error} retry={list.next} />}
      <div class="row spread list-foot">
        <span class="small quiet" role="status">
          {list.more
            ? `the first ${formatNumber(list.items.length)}`
            : `all ${formatNumber(list.items.length)}`}{' '}
          {what}
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
