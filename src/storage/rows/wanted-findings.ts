import type { Finding } from '../../scan/model/finding.ts';
import type { SeenFinding } from '../../scan/service/triage-store.ts';
import { unpackFindings } from './finding-chunks.ts';

export interface ChunkHead {
  scanId: string;
  position: number;
  repoUrl: string;
  ids: string;
}

/** Chunks are looked through so many at a time, from the newest scan on. */
export const chunksAtOnce = 500;

/** Finds the chunks that hold some findings, each finding in the newest scan that has it. */
export class WantedFindings {
  readonly #missing: Set<string>;
  readonly #chunks: Array<{ head: ChunkHead; ids: Set<string> }> = [];

  constructor(ids: readonly string[]) {
    this.#missing = new Set(ids);
  }

  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** To be called with the chunks of newer scans first. */
  look(head: ChunkHead): void {
    const ids = head.ids.split('\n').filter((id) => this.#missing.delete(id));
    if (ids.length > 0) this.#chunks.push({ head, ids: new Set(ids) });
  }

  async unpack(
    read: (head: ChunkHead) => Promise<Uint8Array | undefined> | Uint8Array | undefined,
  ): Promise<SeenFinding[]> {
    const found: SeenFinding[] = [];
    for (const { head, ids } of this.#chunks) {
      const body = await read(head);
      // Deleted meanwhile.
      if (!body) continue;
      const findings: Finding[] = await unpackFindings(body);
      for (const finding of findings)
        if (ids.has(finding.id)) found.push({ scanId: head.scanId, repoUrl: head.repoUrl, finding });
    }
    return found;
  }
}
