import { createHash } from 'node:crypto';
import { ServiceError } from '../kernel/errors.ts';

/**
 * A cursor carries a mark of the list, the tenant and the position it was made for, so that one from elsewhere, or one that was
 * changed on the way, is refused instead of giving a page that makes no sense. It holds no secret and grants nothing: the query
 * behind it is bound to the caller's tenant anyway.
 */
export function encodeCursor(list: string, tenantId: string, position: string): string {
  return Buffer.from(JSON.stringify([mark(list, tenantId, position), position])).toString('base64url');
}

export function decodeCursor(list: string, tenantId: string, cursor: string): string {
  try {
    const [given, position] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof position === 'string' && given === mark(list, tenantId, position)) return position;
  } catch {
    // Not a cursor at all; answered like a foreign one.
  }
  throw new ServiceError('invalid_cursor');
}

/** The position of a list that is counted from its start. */
export function decodeOffset(list: string, tenantId: string, cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const position = decodeCursor(list, tenantId, cursor);
  if (!/^\d{1,9}$/.test(position)) throw new ServiceError('invalid_cursor');
  return Number(position);
}

function mark(list: string, tenantId: string, position: string): string {
  return createHash('sha256').update(`${list}\n${tenantId}\n${position}`).digest('base64url').slice(0, 12);
}
