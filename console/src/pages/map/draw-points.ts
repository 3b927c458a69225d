import type { NamespaceMap } from '../../../../clients/typescript/src/types.ts';
import { colourOf, otherColour } from './map-colours.ts';

export interface Frame {
  width: number;
  height: number;
}

const margin = 16;

/** Where a point of the map is on the canvas. */
export function placeOf(x: number, y: number, { width, height }: Frame): [number, number] {
  return [margin + ((x + 1) / 2) * (width - 2 * margin), margin + ((1 - y) / 2) * (height - 2 * margin)];
}

/** Draws all points, those of one colour in one stroke: setting a colour costs more than a point. */
export function drawPoints(
  canvas: HTMLCanvasElement,
  frame: Frame,
  map: NamespaceMap,
  chosen: ReadonlySet<number>,
  lasso: ReadonlyArray<readonly [number, number]>,
): void {
  const scale = devicePixelRatio;
  canvas.width = frame.width * scale;
  canvas.height = frame.height * scale;
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const { x, y, colours } = map.points;
  const dot = x.length > 2_000 ? 2 : 4;

  const byColour = new Map<number, number[]>();
  for (let i = 0; i < x.length; i++) {
    const colour = colours?.[i] ?? (colours ? -1 : 0);
    const some = byColour.get(colour);
    if (some) some.push(i);
    else byColour.set(colour, [i]);
  }
  context.globalAlpha = x.length > 5_000 ? 0.6 : 0.85;
  for (const [colour, indexes] of byColour) {
    context.fillStyle = colour < 0 ? otherColour : colourOf(colour);
    context.beginPath();
    for (const i of indexes) {
      const [px, py] = placeOf(x[i]!, y[i]!, frame);
      context.rect(px - dot, py - dot, 2 * dot, 2 * dot);
    }
    context.fill();
  }
  context.globalAlpha = 1;
  context.strokeStyle = style.color;
  context.lineWidth = 1.5;
  for (const i of chosen) ring(context, placeOf(x[i]!, y[i]!, frame), 5);
  if (map.query) {
    context.lineWidth = 2.5;
    const [px, py] = placeOf(map.query.x, map.query.y, frame);
    ring(context, [px, py], 9);
    context.beginPath();
    context.moveTo(px - 14, py);
    context.lineTo(px + 14, py);
    context.moveTo(px, py - 14);
    context.lineTo(px, py + 14);
    context.stroke();
  }
  if (lasso.length > 1) {
    context.setLineDash([4, 4]);
    context.beginPath();
    for (const [px, py] of lasso) context.lineTo(px, py);
    context.closePath();
    context.stroke();
  }
}

function ring(context: CanvasRenderingContext2D, [x, y]: readonly [number, number], radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}
