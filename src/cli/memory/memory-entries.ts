import type { JsonObject } from '../../kernel/json.ts';
import type { Invocation } from '../command.ts';
import { plain, table } from '../terminal.ts';

/** `lorekeep memory get`, `update`, `list` and `delete`. */

interface ListedEntry {
  id: string;
  content: string;
  metadata: JsonObject;
  createdAt: string;
}

interface WholeEntry extends ListedEntry {
  namespace: string;
  externalId?: string;
  updatedAt: string;
  expiresAt?: string;
  occurredAt?: string;
}

export async function getEntry(invocation: Invocation, tenant: string, id: string): Promise<number> {
  const args = { tenant, operation: 'getEntry', params: { id } };
  return showEntry(invocation, await invocation.operate<WholeEntry>('api.call', args));
}

export async function updateEntry(
  invocation: Invocation,
  tenant: string,
  id: string,
  body: JsonObject,
): Promise<number> {
  const args = { tenant, operation: 'updateEntry', params: { id }, body };
  return showEntry(invocation, await invocation.operate<WholeEntry>('api.call', args));
}

function showEntry({ terminal, options }: Invocation, entry: WholeEntry): number {
  if (options['json']) terminal.out(JSON.stringify(entry, null, 2));
  else {
    const rows = [
      ['id', entry.id],
      ['namespace', plain(entry.namespace)],
      ['external id', plain(entry.externalId ?? '')],
      ['metadata', shortMetadata(entry.metadata)],
      ['created', entry.createdAt],
      ['updated', entry.updatedAt],
      ['expires', entry.expiresAt ?? ''],
      ['occurred', entry.occurredAt ?? ''],
    ];
    terminal.out(table(rows.filter(([, value]) => value !== '')));
    terminal.out(`\n${entry.content.split('\n').map(plain).join('\n')}`);
  }
  return 0;
}

export async function listEntries(
  { operate, terminal, options }: Invocation,
  tenant: string,
  namespace: string,
  request: JsonObject,
): Promise<number> {
  const { items, more } = await operate<{ items: ListedEntry[]; more: boolean }>('memory.list', {
    tenant,
    namespace,
    ...request,
  });
  if (options['json']) terminal.out(JSON.stringify(items, null, 2));
  else if (items.length === 0) terminal.say('There are no such entries.');
  else {
    terminal.out(
      table(
        items.map(({ id, createdAt, content, metadata }) => [
          createdAt,
          id,
          firstLine(content),
          shortMetadata(metadata),
        ]),
      ),
    );
    if (more) terminal.say('There are more; --limit shows up to 200 of them, export all.');
  }
  return 0;
}

export async function deleteEntries(
  { operate, terminal, options }: Invocation,
  tenant: string,
  namespace: string,
  request: JsonObject,
): Promise<number> {
  const result = await operate<{ matched: number; deleted: number }>('memory.delete', {
    tenant,
    namespace,
    ...request,
  });
  const { matched, deleted } = result;
  if (options['json']) terminal.out(JSON.stringify(result, null, 2));
  else if (options['dry-run'])
    terminal.say(`Would delete ${matched} ${matched === 1 ? 'entry' : 'entries'}.`);
  else terminal.say(`Deleted ${deleted} ${deleted === 1 ? 'entry' : 'entries'}.`);
  return 0;
}

function shortMetadata(metadata: JsonObject): string {
  const text = JSON.stringify(metadata);
  return text === '{}' ? '' : firstLine(text);
}

export function firstLine(content: string): string {
  const line = plain(content.trim().split('\n', 1)[0]!);
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
