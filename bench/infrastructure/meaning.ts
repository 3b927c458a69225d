// How infrastructure is read whose meaning is in several places (resources that belong together, loops, modules, defaults, templates):
//   node bench/infrastructure/meaning.ts [--misses]
// Half of the pairs is held back by a hash of their names: it is counted and not printed, so that rules are not written for it.
import { type MeaningHalf, measureMeaning } from './meaning/measure.ts';

for (const set of ['first', 'second'] as const) {
  const { read, heldBack } = await measureMeaning(set);
  if (process.argv.includes('--misses')) for (const note of read.notes) console.log(note);
  console.log(`${set} set, read:      ${describe(read)}`);
  console.log(`${set} set, held back: ${describe(heldBack)}`);
}

function describe({ bad, found, good, alarms }: MeaningHalf): string {
  const share = (part: number, whole: number) =>
    `${part} of ${whole} = ${((100 * part) / whole).toFixed(1)} %`;
  return `found ${share(found, bad)}; false alarms ${share(alarms, good)}`;
}
