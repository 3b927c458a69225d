/** How many were killed, as a rate with the interval of Wilson that holds the true rate in 95 of 100 samples. */
export function rate(killed: number, of: number): string {
  if (of === 0) return 'none';
  const z = 1.96;
  const p = killed / of;
  const centre = (p + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2));
  const percent = (share: number) => (100 * share).toFixed(0);
  return `${killed} of ${of}, ${(100 * p).toFixed(1)} % (${percent(Math.max(0, centre - half))}-${percent(Math.min(1, centre + half))} %)`;
}

/** The part of `src` that a rate is given for. */
export function partOf(file: string): string {
  const [, ...folders] = file.split('/').slice(0, -1);
  const deep = folders[0] !== 'scan' ? 1 : folders[1] !== 'engines' ? 2 : folders[2] === 'code' ? 4 : 3;
  return ['src', ...folders.slice(0, deep)].join('/');
}
