import type { ComponentChildren } from 'preact';

/** A table that scrolls inside its box where it is too wide, also by keyboard. */
export function TableBox({
  label,
  stacking = false,
  children,
}: {
  label: string;
  /** On a phone each row becomes a block; cells say their column in `data-title`. */
  stacking?: boolean;
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="table-box" aria-label={label} tabIndex={0}>
      <table class={stacking ? 'stacking' : undefined}>{children}</table>
    </section>
  );
}
