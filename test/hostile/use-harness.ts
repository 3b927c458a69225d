import { afterAll, expect } from 'vitest';
import { createHarness, type Harness } from './harness.ts';

/** The harness of a test file: there before its first test, gone after its last. */
export async function useHarness(): Promise<Harness> {
  const harness = await createHarness();
  afterAll(() => harness.close());
  return harness;
}

/** Since the last time nothing was started or contacted, and nothing is left behind. */
export function expectNothingCaught(harness: Harness): void {
  const { connections, executed, scratch } = harness.caught();
  expect({ connections, executed, scratch }).toEqual({ connections: 0, executed: [], scratch: [] });
}

export const reversal = '\u202e';

/** A line that the engine for the supply chain finds: where it does not, the file was not read. */
export const bait = `f() // ${reversal}\n`;
