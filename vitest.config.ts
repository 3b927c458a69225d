import { defineConfig } from 'vitest/config';
import { compileCacheFolder } from './src/platform/compile-cache-folder.ts';
import { LongFilesFirst } from './test/support/long-files-first.ts';

export default defineConfig({
  test: {
    // The application as a whole runs on both backends; everything below it has suites of its own.
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'clients/**/*.test.ts'],
          provide: { backend: 'embedded' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/e2e/**/*.test.ts', 'test/http/**/*.test.ts'],
          // What these look at is not stored, or is a file of the embedded database.
          exclude: ['test/e2e/{action,package,scan-command,secrets-stay-secret,kill}.test.ts'],
          provide: { backend: 'postgres' },
        },
      },
    ],
    globalSetup: ['test/support/postgres-broker.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    // Hundreds of processes are started, each of hundreds of modules: what one has compiled is there for the next.
    env: { NODE_COMPILE_CACHE: compileCacheFolder },
    // Node reads our TypeScript itself. Vite's runner would put a call between every two modules, a fifth of all processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongFilesFirst },
    // No module keeps state, so files may share a process: it is several times faster.
    isolate: false,
    pool: 'threads',
    // One more than the two cores: tests of faults and of processes wait a third of their time.
    maxWorkers: 3,
    // Only for a test that hangs: how fast the machine is must not decide one.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
});
