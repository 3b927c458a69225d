import type { ComponentChildren } from 'preact';

export function PageHead({
  title,
  note,
  children,
}: {
  title: string;
  note?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <div class="page-head">
      <div>
        <h1>{title}</h1>
        {note && <p class="quiet">{note}</p>}
      </div>
      {children && <div class="row">{children}</div>}
    </div>
  );
}
