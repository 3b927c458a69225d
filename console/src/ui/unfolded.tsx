import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Something that is there only once the reader asks for it. */
export function Unfolded({ title, children }: { title: ComponentChildren; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children}
    </details>
  );
}
