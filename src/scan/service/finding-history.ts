import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../kernel/errors.ts';
import type { Caller } from '../model/caller.ts';
import type { Finding } from '../model/finding.ts';
import type { ScanRecord } from '../model/scan-record.ts';
import type { ScanStore } from './store.ts';
import type { TriageStore } from './triage-store.ts';

/** So many scans of the repository are looked at, the newest. */
const mostScans = 200;

const scansAtOnce = 10;
/** And so many findings in them: looking for one of them in a million takes 0.1 s. */
const mostFindings = 1_000_000;

/** A scan as the history of a finding shows it. */
export interface HistoryScan {
  scanId: string;
  finishedAt: string;
  branch?: string;
  commit?: string;
}

export interface FindingHistory {
  repoUrl: string;
  /** The oldest scan that saw it. */
  firstSeen: HistoryScan;
  /** The newest scan that saw it. */
  lastSeen: HistoryScan;
  /** The first scan of the same branch after that which would have seen it and did not. */
  fixedIn?: HistoryScan;
  /** Every scan that saw it, newest first. */
  scans: Array<HistoryScan & { suppressed: boolean }>;
  /** There are older scans that were not looked at. */
  truncated?: true;
}

interface Stores {
  scans: Pick<ScanStore, 'find' | 'list' | 'scansWithFinding'>;
  triage: Pick<TriageStore, 'findFindings'>;
}

/** In which scans of its repository a finding was seen. */
export class FindingHistories {
  readonly #stores: Stores;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  async read({ tenantId }: Caller, findingId: string): Promise<FindingHistory> {
    const { scans, triage } = this.#stores;
    const [found] = await triage.findFindings(tenantId, [findingId]);
    const newest = found && (await scans.find(tenantId, found.scanId));
    // A scan that was deleted meanwhile takes its findings along.
    if (!found || !newest) throw new ServiceError('not_found', 'No finding with this id.');
    const { repoUrl } = found;
    const listed = await scans.list(tenantId, { repoUrl, status: 'completed', limit: mostScans + 1 });
    const looked = withinBudget(listed.slice(0, mostScans));
    const isWhole = looked.length === listed.length;
    // It may be that only older scans saw it.
    if (!looked.some(({ scanId }) => scanId === found.scanId)) looked.push(newest);
    const sightings = await this.#sightings(looked, findingId);
    const seen = looked.filter(({ scanId }) => sightings.has(scanId));
    const fixed = firstWithout(found.finding, newest, looked);
    return {
      repoUrl,
      firstSeen: viewOf(seen.at(-1) ?? newest),
      lastSeen: viewOf(newest),
      ...(fixed && { fixedIn: viewOf(fixed) }),
      scans: seen.map((scan) => ({
        ...viewOf(scan),
        suppressed: sightings.get(scan.scanId) === 'suppressed',
      })),
      ...(!isWhole && { truncated: true as const }),
    };
  }

  /** A few scans at a time, so that others get their turn in between. */
  async #sightings(looked: readonly ScanRecord[], findingId: string) {
    const found = new Map<string, 'open' | 'suppressed'>();
    const left = looked.map(({ scanId }) => scanId);
    while (left.length) {
      const ids = left.splice(0, scansAtOnce);
      for (const [scanId, state] of await this.#stores.scans.scansWithFinding(ids, findingId))
        found.set(scanId, state);
      await setImmediate();
    }
    return found;
  }
}

function withinBudget(scans: readonly ScanRecord[]): ScanRecord[] {
  let left = mostFindings;
  return scans.filter(({ result }, i) => {
    if (result) {
      const { critical, high, medium, low, info, suppressed } = result.summary;
      left -= critical + high + medium + low + info + suppressed;
    }
    return left >= 0 || i === 0;
  });
}

/** Scans are newest first; none after `last` has the finding, since it is the newest that does. */
function firstWithout(
  finding: Finding,
  last: ScanRecord,
  scans: readonly ScanRecord[],
): ScanRecord | undefined {
  return scans
    .filter(({ scanId, request }) => scanId > last.scanId && request.branch === last.request.branch)
    .findLast((scan) => wouldSee(scan, finding));
}

/** Whether a scan looked where the finding was. One that was asked to look elsewhere, or could not read the file, says nothing about it. */
function wouldSee({ request, result }: ScanRecord, { engine, file }: Finding): boolean {
  if (request.engines && !request.engines.includes(engine)) return false;
  if (request.paths?.include?.length || request.paths?.exclude?.length) return false;
  if (result?.truncated) return false;
  return !(result?.coverage.skipped ?? []).some(
    (skipped) => skipped.path === file && (skipped.engine === undefined || skipped.engine === engine),
  );
}

function viewOf({ scanId, finishedAt, createdAt, request, result }: ScanRecord): HistoryScan {
  return {
    scanId,
    finishedAt: new Date(finishedAt ?? createdAt).toISOString(),
    ...(request.branch !== undefined && { branch: request.branch }),
    ...(result?.commit !== undefined && { commit: result.commit }),
  };
}
