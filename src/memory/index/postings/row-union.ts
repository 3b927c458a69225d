/** The rows of both lists, each once: those of the first, and behind them what only the second has. A `Set` would take ten times as long. */
export function rowUnion(first: Uint32Array, second: Uint32Array): Uint32Array {
  const all = new Uint32Array(first.length + second.length);
  const cells = new Uint32Array(2 << (32 - Math.clz32(all.length)));
  let count = 0;
  for (let i = 0; i < first.length; i++) if (add(cells, first[i]!)) all[count++] = first[i]!;
  for (let i = 0; i < second.length; i++) if (add(cells, second[i]!)) all[count++] = second[i]!;
  return all.subarray(0, count);
}

/** Whether the row was not among them yet. A row is stored plus one, so that 0 can mean an empty cell. */
function add(cells: Uint32Array, row: number): boolean {
  const last = cells.length - 1;
  let cell = (Math.imul(row, 0x9e3779b1) >>> 8) & last;
  while (cells[cell] !== 0) {
    if (cells[cell] === row + 1) return false;
    cell = (cell + 1) & last;
  }
  cells[cell] = row + 1;
  return true;
}
