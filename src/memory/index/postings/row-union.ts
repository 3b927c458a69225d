/** The rows of both lists, each once: those of the first, and behind them what only the second has. A `Set` would take ten times as long. */
export function rowUnion(first: Uint32Array, second: Uint32Array): Uint32Array {
  const all = new Uint32Array(first.length + second.length);
  const size = 2 << (32 - Math.clz32(all.length));
  if (cells.length < size) cells = new Uint32Array(size);
  else cells.fill(0, 0, size);
  let count = 0;
  for (let i = 0; i < first.length; i++) if (add(first[i]!, size - 1)) all[count++] = first[i]!;
  for (let i = 0; i < second.length; i++) if (add(second[i]!, size - 1)) all[count++] = second[i]!;
  // What a search for very many needed is not kept.
  if (cells.length > mostKept) cells = new Uint32Array();
  return all.subarray(0, count);
}

/** A hash table of open addressing, used again: making one costs as much as using it. */
let cells = new Uint32Array();
const mostKept = 65_536;

/** Whether the row was not among them yet. A row is stored plus one, so that 0 can mean an empty cell. */
function add(row: number, last: number): boolean {
  let cell = (Math.imul(row, 0x9e3779b1) >>> 8) & last;
  while (cells[cell] !== 0) {
    if (cells[cell] === row + 1) return false;
    cell = (cell + 1) & last;
  }
  cells[cell] = row + 1;
  return true;
}
