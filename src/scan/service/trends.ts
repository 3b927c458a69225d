import type { Clock } from '../../kernel/clock.ts';
import type { Caller } from '../model/caller.ts';
import type { Severity } from '../model/finding.ts';
import { severities } from '../model/finding.ts';
import { RecentChanges } from './recent-changes.ts';
import type { CompletedScanRow, TrendStore } from './trend-store.ts';

const dayMs = 86_400_000;
const mostScans = 500;

export interface TrendQuery {
  repoUrl?: string | undefined;
  branch?: string | undefined;
  days: number;
}

type OpenCounts = Record<Severity, number>;

export interface TrendScan {
  scanId: string;
  repoUrl: string;
  branch?: string;
  finishedAt: number;
  open: OpenCounts;
  suppressed: number;
  /** Against the completed scan of the same repository and branch before it; absent where there is none. */
  new?: number;
  fixed?: number;
}

export interface TrendDay {
  /** Days since the epoch, UTC. */
  day: number;
  scans: number;
  /** In the newest scan of each repository at the end of the day. */
  open: OpenCounts;
  new: number;
  fixed: number;
}

export interface Trends {
  days: TrendDay[];
  /** Oldest first. */
  scans: TrendScan[];
  truncated?: true;
}

/** How the findings of a repository, or of all, came and went. */
export class ScanTrends {
  readonly #store: TrendStore;
  readonly #clock: Clock;
  readonly #changes: RecentChanges;

  constructor(store: TrendStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#changes = new RecentChanges(store);
  }

  async read({ tenantId }: Caller, { repoUrl, branch, days }: TrendQuery): Promise<Trends> {
    const today = Math.floor(this.#clock.now() / dayMs);
    const first = today - days + 1;
    const since = first * dayMs;
    const found = await this.#store.completedSince(tenantId, {
      repoUrl,
      branch,
      since,
      limit: mostScans + 1,
    });
    const inRange = found.slice(0, mostScans).reverse();
    const before = await this.#store.lastBefore(tenantId, {
      repoUrl,
      branch,
      before: since,
      limit: mostScans,
    });
    const scans = await this.#withChanges(before, inRange);
    return {
      days: daysOf(first, days, before, scans),
      scans,
      ...(found.length > mostScans && { truncated: true as const }),
    };
  }

  async #withChanges(
    before: readonly CompletedScanRow[],
    inRange: readonly CompletedScanRow[],
  ): Promise<TrendScan[]> {
    const last = new Map(before.map((scan) => [lineOf(scan), scan.scanId]));
    const budget = this.#changes.budget();
    const scans: TrendScan[] = [];
    for (const scan of inRange) {
      const earlier = last.get(lineOf(scan));
      last.set(lineOf(scan), scan.scanId);
      const change =
        earlier === undefined ? undefined : await this.#changes.between(earlier, scan.scanId, budget);
      scans.push({ ...scan, ...change });
    }
    return scans;
  }
}

/** Scans of one branch of one repository follow each other. */
function lineOf({ repoUrl, branch }: CompletedScanRow): string {
  return `${repoUrl}\n${branch ?? ''}`;
}

function daysOf(
  first: number,
  count: number,
  before: readonly CompletedScanRow[],
  scans: readonly TrendScan[],
): TrendDay[] {
  const newest = new Map<string, OpenCounts>();
  for (const { repoUrl, open } of before.toSorted((a, b) => a.finishedAt - b.finishedAt))
    newest.set(repoUrl, open);
  let next = 0;
  return Array.from({ length: count }, (_, i) => {
    const day: TrendDay = { day: first + i, scans: 0, open: noFindings(), new: 0, fixed: 0 };
    for (; next < scans.length && Math.floor(scans[next]!.finishedAt / dayMs) <= day.day; next++) {
      const scan = scans[next]!;
      newest.set(scan.repoUrl, scan.open);
      day.scans++;
      day.new += scan.new ?? 0;
      day.fixed += scan.fixed ?? 0;
    }
    for (const open of newest.values())
      for (const severity of severities) day.open[severity] += open[severity];
    return day;
  });
}

function noFindings(): OpenCounts {
  return { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
}
