export interface Line {
  label: string;
  colour: string;
  values: readonly number[];
}

const [left, right, top, bottom] = [46, 390, 12, 146];

/** A small picture of numbers over seconds, as SVG. */
export function plot(caption: string, lines: readonly Line[], isLogarithmic: boolean): string {
  const scale = (value: number) => (isLogarithmic ? Math.log10(Math.max(0.1, value)) + 1 : value);
  const highest = Math.max(...lines.flatMap(({ values }) => values));
  const most = Math.max(0.01, scale(highest));
  const y = (value: number) => bottom - (scale(value) / most) * (bottom - top);
  const count = lines[0]!.values.length;
  const x = (i: number) => left + (i / Math.max(1, count - 1)) * (right - left);
  const drawn = lines.map(({ colour, values }) => {
    const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${colour}" stroke-width="1.8" points="${points}"/>`;
  });
  const marks = ticks(highest, isLogarithmic).map(
    (value) =>
      `<line x1="${left}" x2="${right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" class="grid"/><text x="${left - 5}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${label(value)}</text>`,
  );
  const names = lines.map(({ label: name, colour }) => `<b style="color:${colour}">${name}</b>`).join(' ');
  return `<figure><figcaption>${caption} ${names}</figcaption><svg viewBox="0 0 400 166" role="img" aria-label="${caption}">${marks.join('')}${drawn.join('')}<text x="${left}" y="162">0</text><text x="${right}" y="162" text-anchor="end">${count} s</text></svg></figure>`;
}

function ticks(highest: number, isLogarithmic: boolean): number[] {
  if (!isLogarithmic) return [0, highest / 2, highest];
  return [0.1, 1, 10, 100, 1_000, 10_000, 100_000].filter((value) => value <= Math.max(1, highest));
}

function label(value: number): string {
  if (value >= 1_000) return `${Number((value / 1_000).toPrecision(2))}k`;
  return String(Number(value.toPrecision(2)));
}
