import type { ComponentChildren, JSX } from 'preact';
import type { PageList } from '../api/page-list.ts';
import { Listed } from './listed.tsx';
import { TableBox } from './table-box.tsx';

export interface Column<T> {
  title: ComponentChildren;
  /** Classes of its cells, the one in the head included. */
  class?: string;
  /** The cell that names the row. */
  heading?: true;
  cell(item: T): ComponentChildren;
}

/** A list that comes in pages, as a table in a card of its own. */
export function PagedTable<T>({
  list,
  label,
  what,
  empty,
  columns,
  keyOf,
}: {
  list: PageList<T>;
  label: string;
  /** What the items are called, such as `key` and `keys`. */
  what: readonly [one: string, many: string];
  empty: JSX.Element;
  columns: ReadonlyArray<Column<T>>;
  keyOf(item: T): string;
}) {
  return (
    <section class="card flush">
      <Listed list={list} what={what} empty={empty}>
        <TableBox label={label} stacking>
          <thead>
            <tr>
              {columns.map((column, i) => (
                <th key={i} class={column.class}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.items.map((item) => (
              <tr key={keyOf(item)}>
                {columns.map((column, i) =>
                  column.heading ? (
                    <th scope="row" key={i} class={column.class}>
                      {column.cell(item)}
                    </th>
                  ) : (
                    <td
                      key={i}
                      class={column.class}
                      data-title={i > 0 && typeof column.title === 'string' ? column.title : undefined}
                    >
                      {column.cell(item)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </TableBox>
      </Listed>
    </section>
  );
}
