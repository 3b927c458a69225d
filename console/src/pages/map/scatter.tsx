import { useEffect, useRef, useState } from 'preact/hooks';
import type { NamespaceMap } from '../../../../clients/typescript/src/types.ts';
import { theme } from '../../shell/theme.ts';
import { counted } from '../../ui/format.ts';
import { drawPoints, type Frame, placeOf } from './draw-points.ts';
import { pointsWithin } from './points-within.ts';

/** The points of a map. Dragging draws a line around some of them and chooses those; a click chooses the nearest. */
export function Scatter({
  map,
  chosen,
  onChoose,
}: {
  map: NamespaceMap;
  chosen: readonly number[];
  onChoose(indexes: readonly number[]): void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const lasso = useRef<Array<[number, number]>>([]);
  const [frame, setFrame] = useState<Frame>({ width: 800, height: 480 });
  const draw = useRef(() => {});
  draw.current = () => drawPoints(canvas.current!, frame, map, new Set(chosen), lasso.current);
  useEffect(() => {
    const element = canvas.current!;
    const watch = new ResizeObserver(() =>
      setFrame({ width: element.clientWidth, height: element.clientHeight }),
    );
    watch.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => draw.current();
    dark.addEventListener('change', redraw);
    return () => {
      watch.disconnect();
      dark.removeEventListener('change', redraw);
    };
  }, []);
  useEffect(() => draw.current(), [map, chosen, frame, theme.value]);

  const at = (event: PointerEvent): [number, number] => [event.offsetX, event.offsetY];
  const finish = (event: PointerEvent) => {
    const line = lasso.current;
    lasso.current = [];
    if (line.length === 0) return;
    const places = map.points.ids.map((_, i) => placeOf(map.points.x[i]!, map.points.y[i]!, frame));
    onChoose(line.length > 3 ? pointsWithin(places, line) : nearest(places, at(event)));
  };
  return (
    <canvas
      ref={canvas}
      class="scatter"
      role="img"
      aria-label={`Map of ${counted(map.points.ids.length, 'entry', 'entries')}; the table below has the same by value`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        lasso.current = [at(event)];
      }}
      onPointerMove={(event) => {
        if (lasso.current.length === 0) return;
        lasso.current.push(at(event));
        draw.current();
      }}
      onPointerUp={finish}
      onPointerCancel={() => {
        lasso.current = [];
        draw.current();
      }}
    />
  );
}

const reach = 12;

function nearest(places: ReadonlyArray<[number, number]>, [x, y]: [number, number]): number[] {
  let best = -1;
  let distance = reach;
  for (const [i, [px, py]] of places.entries()) {
    const here = Math.hypot(px - x, py - y);
    if (here < distance) {
      best = i;
      distance = here;
    }
  }
  return best < 0 ? [] : [best];
}
