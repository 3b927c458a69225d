import type { Finding, Severity } from '../scan/model/finding.ts';

/** A scan of a folder of the user's machine, with the findings in hand: the service never sees them. */
export interface FolderScan {
  scanId: string;
  summary: Partial<Record<Severity, number>>;
  complete: boolean;
  findings: Finding[];
}

/** Scans folders and remembers the last few results for the tool that shows findings. */
export class FolderScans {
  readonly #scan: (path: string, signal: AbortSignal) => Promise<Omit<FolderScan, 'scanId'>>;
  readonly #scans = new Map<string, FolderScan>();
  #count = 0;

  constructor(scan: (path: string, signal: AbortSignal) => Promise<Omit<FolderScan, 'scanId'>>) {
    this.#scan = scan;
  }

  async scan(path: string, signal: AbortSignal): Promise<FolderScan> {
    const scan = { scanId: `folder_${++this.#count}`, ...(await this.#scan(path, signal)) };
    this.#scans.set(scan.scanId, scan);
    if (this.#scans.size > 10) this.#scans.delete(this.#scans.keys().next().value!);
    return scan;
  }

  get(scanId: string): FolderScan | undefined {
    return this.#scans.get(scanId);
  }

  latest(): FolderScan | undefined {
    return [...this.#scans.values()].at(-1);
  }

  finding(id: string): Finding | undefined {
    return [...this.#scans.values()].flatMap(({ findings }) => findings).find((one) => one.id === id);
  }
}
