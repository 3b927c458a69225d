import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const spare = 6;

/** A list of any length, of which only the rows in sight exist. One row is the current one; the arrow keys, Home and End move it. */
export function WindowedList<T>({
  label,
  items,
  rowHeight,
  current,
  onMove,
  onNearEnd,
  keyOf,
  children,
}: {
  label: string;
  items: readonly T[];
  rowHeight: number;
  current: number;
  onMove(index: number): void;
  /** The reader is close to the last row that is here. */
  onNearEnd?(): void;
  keyOf(item: T): string;
  children(item: T): ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useLayoutEffect(() => {
    const element = box.current!;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current!;
    const at = current * rowHeight;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = at + rowHeight - element.clientHeight;
  }, [current, rowHeight]);

  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const last = Math.min(items.length, Math.ceil((top + height) / rowHeight) + spare);
  useEffect(() => {
    if (items.length > 0 && last > items.length - 50) onNearEnd?.();
  }, [last, items.length]);

  const steps: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: items.length - 1,
    PageDown: current + Math.floor(height / rowHeight),
    PageUp: current - Math.floor(height / rowHeight),
  };
  return (
    <div
      class="windowed"
      ref={box}
      role="listbox"
      aria-label={label}
      aria-activedescendant={items[current] && `row-${current}`}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={(event) => {
        const next = steps[event.key];
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onMove(Math.max(0, Math.min(items.length - 1, next)));
      }}
    >
      <div class="windowed-all" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, i) => {
          const index = first + i;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the current row
            <div
              class="windowed-row"
              id={`row-${index}`}
              key={keyOf(item)}
              role="option"
              aria-selected={index === current}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
              onClick={() => onMove(index)}
            >
              {children(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
