import type { ComponentChildren } from 'preact';

export function Tile({
  name,
  value,
  word = false,
  children,
}: {
  name: string;
  value: ComponentChildren;
  /** The value is a word, not a number. */
  word?: boolean;
  children?: ComponentChildren;
}) {
  return (
    <div class="tile">
      <h2 class="small quiet">{name}</h2>
      <p class={word ? 'tile-value word' : 'tile-value'}>{value}</p>
      <p class="small quiet">{children}</p>
    </div>
  );
}
