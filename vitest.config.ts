import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'clients/**/*.test.ts'],
    // No module keeps state, so files may share a process: it is several times faster.
    isolate: false,
    pool: 'threads',
    maxWorkers: 2,
    // Far beyond what any test needs: a slow machine must not decide one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
