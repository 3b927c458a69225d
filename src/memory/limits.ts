/** What one request may hold; also answered by `GET /v1/limits`. */
export const memoryLimits = {
  entriesPerWrite: 256,
  passagesPerWrite: 1_024,
  contentBytes: 256 * 1024,
  metadataBytes: 16 * 1024,
  metadataDepth: 8,
  queryBytes: 8 * 1024,
  searchLimit: 1_000,
  namespaceBytes: 256,
  externalIdBytes: 256,
  filterBytes: 16 * 1024,
  filterDepth: 8,
  filterConditions: 256,
  idsPerDelete: 1_000,
  importBytes: 2 * 1024 ** 3,
  listDefault: 50,
  listLimit: 200,
} as const;
