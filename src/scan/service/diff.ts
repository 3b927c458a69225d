import type { Finding } from '../model/finding.ts';
import type { ScanFindings } from './scan-view.ts';

export const diffLists = ['new', 'fixed', 'unchanged', 'suppressed'] as const;
export type DiffList = (typeof diffLists)[number];

/**
 * `new`: open now and not known before. `fixed`: open before and not found any more. `unchanged`: open now and known before.
 * `suppressed`: open before and still there, but suppressed since.
 */
export type Diff<Item> = Record<DiffList, Item[]>;

export type ScanDiff = Diff<Finding>;

/** Compares by fingerprint, which survives moved lines and also holds between two repositories of the same origin. */
export function diffScans(now: ScanFindings, before: ScanFindings): ScanDiff {
  return diffBy(
    { open: now.findings, suppressed: now.suppressedFindings },
    { open: before.findings, suppressed: before.suppressedFindings },
    ({ fingerprint }) => fingerprint,
  );
}

export interface Found<Item> {
  open: readonly Item[];
  suppressed: readonly Item[];
}

/** Compares what two scans found by what `nameOf` calls it. */
export function diffBy<Item>(
  now: Found<Item>,
  before: Found<Item>,
  nameOf: (item: Item) => string,
): Diff<Item> {
  const knownBefore = new Set([...before.open.map(nameOf), ...before.suppressed.map(nameOf)]);
  const openNow = new Set(now.open.map(nameOf));
  const suppressedNow = new Map(now.suppressed.map((item) => [nameOf(item), item]));
  const isGone = (name: string) => !openNow.has(name) && !suppressedNow.has(name);
  return {
    new: now.open.filter((item) => !knownBefore.has(nameOf(item))),
    unchanged: now.open.filter((item) => knownBefore.has(nameOf(item))),
    fixed: before.open.filter((item) => isGone(nameOf(item))),
    suppressed: before.open.flatMap((item) => suppressedNow.get(nameOf(item)) ?? []),
  };
}
