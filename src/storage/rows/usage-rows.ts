import type { UsageDay } from '../../access/usage-store.ts';
import type { Row } from './row.ts';

/** The columns behind tenant and day, in the order of `usageValues`. */
export const usageColumns = [
  'requests',
  'errors',
  'writes',
  'searches',
  'scans',
  'embed_ms',
  'bytes_received',
  'bytes_sent',
] as const;

export function usageValues(one: UsageDay): number[] {
  const { requests, errors, writes, searches, scans, embedWaitMs, bytesReceived, bytesSent } = one;
  return [requests, errors, writes, searches, scans, embedWaitMs, bytesReceived, bytesSent];
}

/** What a row becomes where the day is there already. */
export const addedUp = usageColumns
  .map((name) => `${name} = usage_days.${name} + excluded.${name}`)
  .join(', ');

export function toUsageDay(row: Row): UsageDay {
  return {
    day: Number(row['day']),
    requests: Number(row['requests']),
    errors: Number(row['errors']),
    writes: Number(row['writes']),
    searches: Number(row['searches']),
    scans: Number(row['scans']),
    embedWaitMs: Number(row['embed_ms']),
    bytesReceived: Number(row['bytes_received']),
    bytesSent: Number(row['bytes_sent']),
  };
}
