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
  /** When each scan ended, by its id; undefined while that is not known. */
  readonly scans = new Map<string, string | undefined>();
  readonly counts = {
    writes: 0,
    deletes: 0,
    reads: 0,
    stale: 0,
    lost: 0,
    resurrected: 0,
    doubled: 0,
    races: 0,
    scans: 0,
    errors: 0,
    faults: 0,
    restores: 0,
    /** From the kill of a node until another one has answered for every namespace. */
    slowestTakeOverMs: 0,
  };
  readonly problems: string[] = [];

  written(id: string, namespace: string, token: string): KnownEntry {
    this.counts.writes++;
    const entry: KnownEntry = { id, namespace, token, state: 'there' };
    this.entries.set(id, entry);
    return entry;
  }

  report(kind: 'stale' | 'lost' | 'resurrected' | 'doubled', text: string): void {
    this.counts[kind]++;
    this.problems.push(`${kind}: ${text}`);
  }

  /** The result of a job is stored once: when it ended never changes. */
  scanEnded(id: string, finishedAt: string): void {
    const before = this.scans.get(id);
    if (before !== undefined && before !== finishedAt)
      this.report('doubled', `scan ${id} ended at ${before} and again at ${finishedAt}`);
    this.scans.set(id, finishedAt);
  }

  /** What a copy of the database made now would hold. */
  copy(): { entries: KnownEntry[]; scans: string[] } {
    return {
      entries: [...this.entries.values()].map((entry) => ({ ...entry })),
      scans: [...this.scans.keys()],
    };
  }

  /** After the database was put back: what was written since the copy is gone, and what was deleted since is there. */
  restore(copy: ReturnType<ChaosModel['copy']>): void {
    const before = new Map(copy.entries.map((entry) => [entry.id, entry]));
    for (const [id, entry] of this.entries) entry.state = before.get(id)?.state ?? 'gone';
    // A scan that had not ended then ends once more.
    const kept = new Set(copy.scans);
    for (const id of this.scans.keys()) {
      if (kept.has(id)) this.scans.set(id, undefined);
      else this.scans.delete(id);
    }
  }
}
