/** Work in steps, each of which says how much it did, in rows or values, so that whoever runs it can pause between them. */
export type Steps<Result> = Generator<number, Result, void>;

/** About a millisecond or two of work. */
const turnSize = 20_000;

/** Runs the steps to the end, leaving the event loop to others again and again. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let done = 0; ; ) {
    const { value, done: isOver } = steps.next();
    if (isOver) return value;
    done += value;
    if (done < turnSize) continue;
    done = 0;
    await new Promise(setImmediate);
  }
}
