import { defineConfig } from 'vitest/config';

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
    // No module keeps state, so files may share a process: it is several times faster.
    isolate: false,
    pool: 'threads',
    maxWorkers: 2,
    // Only for a test that hangs: how fast the machine is must not decide one.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
});
