import type { JsonObject } from '../../kernel/json.ts';
import type { Invocation } from '../command.ts';
import { plain, table } from '../terminal.ts';

/** `lorekeep memory list` and `delete`. */

interface ListedEntry {
  id: string;
  content: string;
  createdAt: string;
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
    terminal.out(table(items.map(({ id, createdAt, content }) => [createdAt, id, firstLine(content)])));
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

export function firstLine(content: string): string {
  const line = plain(content.trim().split('\n', 1)[0]!);
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
