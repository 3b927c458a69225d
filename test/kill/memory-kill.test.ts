import { expect, test } from 'vitest';
import { temporaryFolder } from '../memory/harness.ts';
import { MemoryKillRounds } from './memory-rounds.ts';

// A soak of hundreds of rounds is `test/soak/memory-kill.ts`.
test('twelve times kill -9 in the middle of writes, deletes, imports and a change of model: nothing missing, nothing extra', async () => {
  const folder = temporaryFolder();
  try {
    const rounds = new MemoryKillRounds(folder.path, 20_260_101);
    let acknowledged = 0;
    let underWay = 0;
    for (let round = 0; round < 12; round++) {
      const figures = await rounds.run();
      acknowledged += figures.acknowledged;
      underWay += figures.underWay;
    }
    // Otherwise the kills hit processes that were doing nothing.
    expect(acknowledged).toBeGreaterThan(60);
    expect(underWay).toBeGreaterThan(12);
  } finally {
    folder.dispose();
  }
});
