import type { Clock } from '../../kernel/clock.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { SecretStore } from '../credentials/secret-store.ts';
import { rememberJob } from './recall/remember-job.ts';
import type { RemovalJob, ScanStore } from './store.ts';

export interface RetentionLimits {
  /** Finished scans older than this are removed; 0 keeps them. */
  maxAgeMs: number;
  /** The oldest finished scans of a tenant that holds more are removed; 0 for any amount. */
  maxBytesPerTenant: number;
}

/** Few at a time, so that requests get their turn in between. */
const batch = 20;

/** Removes what is too old or too much. Returns how many scans went. */
export async function removeOldScans(
  { scans, secrets, clock, newId }: { scans: ScanStore; secrets: SecretStore; clock: Clock; newId: NewId },
  limits: RetentionLimits,
): Promise<number> {
  let removed = 0;
  const followUp: RemovalJob = ({ tenantId, repoUrl }) =>
    rememberJob(newId('job'), tenantId, { repoUrl }, clock.now());
  if (limits.maxAgeMs > 0) {
    removed += await untilNothing(() =>
      scans.removeFinishedBefore(clock.now() - limits.maxAgeMs, batch, followUp),
    );
  }
  if (limits.maxBytesPerTenant > 0) {
    removed += await untilNothing(() => scans.removeAboveBytes(limits.maxBytesPerTenant, batch, followUp));
  }
  await secrets.removeExpiredWebhookSecrets(clock.now());
  return removed;
}

async function untilNothing(remove: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await remove();
    total += removed;
    if (removed < batch) return total;
  }
}
