const flags = [
  // The optimising compiler took a quarter of the CPU time of a scan and gave less back: the one before it is nearly as good here, and
  // that one, too, should know what it compiles.
  '--invocation-count-for-turbofan=400000',
  '--invocation-count-for-maglev=1000',
  // Half of all compiling was done again because the code had met something new meanwhile: it waits until nothing new came for a while.
  '--minimum-invocations-after-ic-update=3000',
  // The young are many and few grow old: a scan that ends in half a second need not collect them at all.
  '--min-semi-space-size=64',
];

/** What V8 is told where repositories are analysed: much work for the CPU time of all threads together, and no hurry to answer. Measured with
 * this Node: another may not know them, and does not start with a flag that it does not know. */
export const analysisFlags: readonly string[] = process.versions.node.startsWith('24.') ? flags : [];
