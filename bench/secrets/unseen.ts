// Recall and false alarms on samples that were written before the rules were changed for them:   node bench/secrets/unseen.ts [--misses]
// `--misses` prints what went wrong in the half that may be read, and nothing of the half that is held back.
import { type Half, measureUnseen } from './unseen/measure.ts';

for (const name of ['first', 'second'] as const) {
  const { read, heldBack } = measureUnseen(name);
  if (process.argv.includes('--misses')) for (const note of read.notes) console.log(note);
  console.log(`${name} set, read:      ${describe(read)}`);
  console.log(`${name} set, held back: ${describe(heldBack)}`);
}

function describe({ leaks, found, harmless, alarms, quiet }: Half): string {
  const share = (part: number, whole: number) =>
    `${part} of ${whole} = ${((100 * part) / whole).toFixed(1)} %`;
  return `leaks found ${share(found, leaks)}; false alarms ${share(alarms, harmless)} (low or info: ${quiet})`;
}
