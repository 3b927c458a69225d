import type { Clock } from './clock.ts';
import type { NewId } from './ids.ts';

/** One act of a key holder or an operator that others may want to look up later. It never holds a secret. */
export interface AuditEntry {
  id: string;
  tenantId: string;
  at: number;
  /** The id of the key that asked, or `local` for the command line. */
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

/** Who acts. */
export interface Actor {
  tenantId: string;
  keyId: string;
}

/** Makes the entry that a change takes along into storage, so that there is no change without a record. */
export function auditEntry(
  { clock, newId }: { clock: Clock; newId: NewId },
  actor: Actor,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): AuditEntry {
  return {
    id: newId('aud'),
    tenantId: actor.tenantId,
    at: clock.now(),
    actor: actor.keyId,
    action,
    subject,
    details,
  };
}
