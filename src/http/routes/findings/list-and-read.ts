import { z } from 'zod';
import type { Principal } from '../../../access/principal.ts';
import { triagedFinding } from '../../../contract/finding-responses.ts';
import { findingPage, findingQuery } from '../../../contract/insight/finding-list-schemas.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { internalNamespaces } from '../../../memory/reach/internal-namespaces.ts';
import type { FindingLists, FindingQuery } from '../../../scan/service/finding-lists.ts';
import type { Triage } from '../../../scan/service/triage.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { type Route, route } from '../../route.ts';
import { findingId } from './finding-id.ts';

export function findingRoutes(triage: Triage, lists: FindingLists): Route[] {
  return [
    route({
      name: 'listFindings',
      method: 'GET',
      path: '/v1/security/findings',
      scope: 'scan:read',
      tag: 'security',
      summary: 'List findings of a scan, of a repository or of all repositories, most severe first.',
      description:
        'Without `scanId` the newest completed scan of each repository counts. `status` is the one of now: a decision shows at once. ' +
        '`seenBefore` counts decisions about findings that look alike. All of a finding, with its data flow, comes by its id.',
      query: findingQuery,
      response: findingPage,
      errors: ['scan_not_found', 'scan_not_finished', 'invalid_cursor'],
      handle: ({ principal, query }) => {
        const { group, cursor, ...rest } = query;
        const asked = toQuery(rest);
        return group === undefined
          ? listRows(lists, principal, asked, cursor)
          : listGroups(lists, principal, asked, group, cursor);
      },
    }),
    route({
      name: 'getFinding',
      method: 'GET',
      path: '/v1/security/findings/:id',
      scope: 'scan:read',
      tag: 'security',
      summary:
        'Get a finding as its newest scan saw it, and what was decided about it and about findings like it.',
      description:
        'Similar decisions are hints, from any repository of the tenant: nothing is applied by itself.',
      namespaceOf: () => internalNamespaces.decisions,
      readOnly: true,
      params: findingId,
      response: triagedFinding,
      errors: ['not_found'],
      handle: ({ principal, params }) => triage.get(principal, params.id),
    }),
  ];
}

type Asked = Omit<z.output<typeof findingQuery>, 'group' | 'cursor'>;

function toQuery({ q, facets, ...named }: Asked): FindingQuery {
  return {
    ...named,
    facets: facets === 'true',
    text: q?.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  };
}

async function listRows(
  lists: FindingLists,
  { tenantId, keyId }: Principal,
  query: FindingQuery,
  cursor: string | undefined,
) {
  const list = `findings ${query.scanId ?? ''}`;
  const after = placeOf(rowPlace, list, tenantId, cursor);
  const { items, next, ...rest } = await lists.rows({ tenantId, keyId }, query, after);
  return { items, ...(next && { nextCursor: encodeCursor(list, tenantId, JSON.stringify(next)) }), ...rest };
}

async function listGroups(
  lists: FindingLists,
  { tenantId, keyId }: Principal,
  query: FindingQuery,
  group: 'rule' | 'file',
  cursor: string | undefined,
) {
  const list = `findings by ${group} ${query.scanId ?? ''}`;
  const after = placeOf(groupPlace, list, tenantId, cursor);
  const { items, next, ...rest } = await lists.groups({ tenantId, keyId }, query, group, after);
  return {
    items: [],
    groups: items,
    ...(next && { nextCursor: encodeCursor(list, tenantId, JSON.stringify(next)) }),
    ...rest,
  };
}

const rowPlace = z.strictObject({ severity: z.int(), scanId: z.string(), ordinal: z.int() });
const groupPlace = z.strictObject({ severity: z.int(), key: z.string() });

function placeOf<Place extends z.ZodType>(
  place: Place,
  list: string,
  tenantId: string,
  cursor: string | undefined,
): z.output<Place> | undefined {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(list, tenantId, cursor);
  try {
    return place.parse(JSON.parse(position));
  } catch (cause) {
    throw new ServiceError('invalid_cursor', undefined, { cause });
  }
}
