/** A small OSV record about one package. */
export function advisoryRecord(id: string, change: Record<string, unknown> = {}, name = 'left-pad') {
  return {
    id,
    modified: '2026-01-02T00:00:00Z',
    summary: `Summary of ${id}`,
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.3.0' }] }],
      },
    ],
    ...change,
  };
}
