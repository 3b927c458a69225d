/** Rows of a keyboard, in the direction in which fingers run over them. */
const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm'];
const neighbours = new Set(rows.flatMap((row) => [...row].slice(1).map((key, index) => row[index]! + key)));

/** How far characters follow one another from here as nobody but a person types them: `abcd`, `4321`, `qwert`; 1 where they do not. */
export function runLength(lower: string, from: number): number {
  let best = 1;
  for (const follows of [byStep(1), byStep(-1), byKeyboard]) {
    let end = from + 1;
    while (end < lower.length && follows(lower, end)) end++;
    best = Math.max(best, end - from);
  }
  return best;
}

function byStep(step: number): (text: string, at: number) => boolean {
  return (text, at) =>
    text.charCodeAt(at) - text.charCodeAt(at - 1) === step && /[a-z0-9]{2}/.test(text.slice(at - 1, at + 1));
}

function byKeyboard(text: string, at: number): boolean {
  return neighbours.has(text.slice(at - 1, at + 1));
}
