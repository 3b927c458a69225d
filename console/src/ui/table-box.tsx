import type { ComponentChildren } from 'preact';

/** A table that scrolls inside its box where it is too wide, also by keyboard. */
export function TableBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="table-box" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}
