import type { NewJob } from '../../../jobs/job-queue.ts';

export const rememberJobKind = 'remember';

/** What is to be brought up to date: all findings of a repository, or what was decided about some findings. */
export type RememberPayload = { repoUrl: string } | { findingIds: readonly string[] };

/** Jobs of a tenant all have this key and run one after the other, so that an older state never overwrites a newer one. */
const keyId = 'service';

export function rememberJob(id: string, tenantId: string, payload: RememberPayload, runAt: number): NewJob {
  return { id, kind: rememberJobKind, tenantId, keyId, payload, runAt };
}
