import type { ComponentChildren } from 'preact';

/** What a page says instead of an empty table: what would be here, and how it gets here. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
