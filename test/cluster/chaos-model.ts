export interface KnownEntry {
  id: string;
  namespace: string;
  token: string;
  /** `unsure`: an answer was lost, so that it may be there or not. */
  state: 'there' | 'gone' | 'unsure';
}

/** What must be true of the service, by what it answered. */
export class ChaosModel {
  readonly entries = new Map<string, KnownEntry>();
  /** Tokens of writes that two nodes raced for under one Idempotency-Key. */
  readonly raced = new Set<string>();
  readonly counts = {
    writes: 0,
    deletes: 0,
    reads: 0,
    stale: 0,
    resurrected: 0,
    races: 0,
    errors: 0,
    faults: 0,
    restores: 0,
  };
  readonly problems: string[] = [];

  written(id: string, namespace: string, token: string): void {
    this.counts.writes++;
    this.entries.set(id, { id, namespace, token, state: 'there' });
  }

  report(kind: 'stale' | 'resurrected', text: string): void {
    this.counts[kind]++;
    this.problems.push(`${kind}: ${text}`);
  }

  /** What a copy of the database made now would hold. */
  copy(): KnownEntry[] {
    return [...this.entries.values()].map((entry) => ({ ...entry }));
  }

  /** After the database was put back: what was written since the copy is gone, and what was deleted since is there. */
  restore(copy: readonly KnownEntry[]): void {
    const before = new Map(copy.map((entry) => [entry.id, entry]));
    for (const [id, entry] of this.entries) {
      const old = before.get(id);
      if (old) entry.state = old.state;
      else entry.state = 'gone';
    }
  }
}
