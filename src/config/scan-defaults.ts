/** Limits of one scan. Plain values next to the schema, so that the command line can scan without loading it. */
export const scanLimitDefaults = {
  packBytes: 1024 ** 3,
  files: 200_000,
  fileBytes: 5 * 1024 ** 2,
  secretFileBytes: 20 * 1024 ** 2,
  cloneMs: 120_000,
  scanMs: 900_000,
  scanWallMs: 3_600_000,
  findings: 50_000,
  memoryBytes: 3 * 1024 ** 3,
  historyBlobs: 1_000_000,
  threads: 2,
};
