import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A window above the page, or a drawer at its side. The browser keeps the focus inside and closes it with Escape. */
export function Dialog({
  title,
  drawer = false,
  onClose,
  children,
}: {
  title: string;
  drawer?: boolean;
  onClose(): void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class={drawer ? 'dialog drawer' : 'dialog'} aria-label={title} onClose={onClose}>
      <div class="row spread">
        <h2 class="break">{title}</h2>
        <button type="button" class="button compact" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
