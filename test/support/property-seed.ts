import fc from 'fast-check';

/**
 * Property tests begin at the same seed in each run, so that a commit passes or fails whoever runs it. `LOREKEEP_TEST_SEED=random`
 * looks for new counterexamples, and a number repeats such a run.
 */
const asked = process.env['LOREKEEP_TEST_SEED'] ?? '20261116';
if (asked !== 'random') {
  const seed = Number(asked);
  if (!Number.isInteger(seed))
    throw new Error(`LOREKEEP_TEST_SEED is a whole number or "random", not "${asked}".`);
  fc.configureGlobal({ seed });
}
