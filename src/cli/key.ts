import type { IssuedKey, KeyView } from '../access/keys.ts';
import { scopes as knownScopes } from '../access/principal.ts';
import {
  type Command,
  type Invocation,
  listOption,
  textOption,
  UsageError,
  unknownAction,
} from './command.ts';
import { plain, table } from './terminal.ts';

export const key: Command = {
  summary: 'Issue, list, rotate and revoke API keys.',
  usage: [
    'key create NAME --scopes LIST [--namespaces LIST] [--plan PLAN] [--expires TIME]',
    'key list',
    'key rotate ID [--grace SECONDS]',
    'key revoke ID',
  ],
  help: `
Options:
  --tenant NAME      whose keys; the one called "default" unless given
  --scopes LIST      memory:read, memory:write, scan:read, scan:write, admin
  --namespaces LIST  patterns such as app-* of the namespaces the key may use; all by default
  --plan PLAN        free, team, scale or one of the configuration; team by default
  --expires TIME     such as 2027-01-31T00:00:00Z; never by default
  --grace SECONDS    how long a rotated key continues to work; a day when omitted
  --server URL       ask a service elsewhere; its admin key comes from LOREKEEP_API_KEY

A new key is printed once and kept only as a hash.`,
  maxArguments: 2,
  options: {
    tenant: { type: 'string' },
    server: { type: 'string' },
    scopes: { type: 'string', multiple: true },
    namespaces: { type: 'string', multiple: true },
    plan: { type: 'string' },
    expires: { type: 'string' },
    grace: { type: 'string' },
  },
  async run(invocation) {
    const [action, subject] = invocation.positionals;
    switch (action) {
      case 'create':
        return create(invocation, required(subject, 'a name'));
      case 'list':
        return list(invocation);
      case 'rotate':
        return rotate(invocation, required(subject, 'the id of a key'));
      case 'revoke':
        return revoke(invocation, required(subject, 'the id of a key'));
      default:
        throw unknownAction(action, key);
    }
  },
};

async function create(invocation: Invocation, name: string): Promise<number> {
  const scopes = listOption(invocation, 'scopes');
  if (!scopes) throw new UsageError('--scopes says what the key may do.');
  const unknown = scopes.find((scope) => !(knownScopes as readonly string[]).includes(scope));
  if (unknown !== undefined) {
    throw new UsageError(
      `there is no scope ${JSON.stringify(unknown)}; there are ${knownScopes.join(', ')}.`,
    );
  }
  const issued = await invocation.operate<IssuedKey>('key.create', {
    ...ofTenant(invocation),
    name,
    scopes,
    namespaces: listOption(invocation, 'namespaces') ?? null,
    plan: textOption(invocation, 'plan') ?? null,
    expiresAt: textOption(invocation, 'expires') ?? null,
  });
  return showNew(invocation, issued);
}

async function list(invocation: Invocation): Promise<number> {
  const keys = await invocation.operate<KeyView[]>('key.list', ofTenant(invocation));
  if (invocation.options['json']) invocation.terminal.out(JSON.stringify(keys, null, 2));
  else if (keys.length === 0) invocation.terminal.say('There are no keys.');
  else {
    const rows = keys.map((item) => [
      item.id,
      item.status,
      item.plan,
      item.scopes.join(','),
      item.lastUsedAt ?? 'never used',
      plain(item.name),
    ]);
    invocation.terminal.out(table([['ID', 'STATUS', 'PLAN', 'SCOPES', 'LAST USED', 'NAME'], ...rows]));
  }
  return 0;
}

async function rotate(invocation: Invocation, id: string): Promise<number> {
  const grace = textOption(invocation, 'grace') ?? '86400';
  if (!/^\d{1,7}$/.test(grace)) throw new UsageError('--grace is a number of seconds.');
  const issued = await invocation.operate<IssuedKey>('key.rotate', {
    ...ofTenant(invocation),
    id,
    graceSeconds: Number(grace),
  });
  return showNew(invocation, issued);
}

async function revoke(invocation: Invocation, id: string): Promise<number> {
  await invocation.operate('key.revoke', { ...ofTenant(invocation), id });
  if (invocation.options['json']) invocation.terminal.out(JSON.stringify({ id, revoked: true }));
  else invocation.terminal.say(`${id} no longer works.`);
  return 0;
}

function showNew({ terminal, options }: Invocation, issued: IssuedKey): number {
  if (options['json']) terminal.out(JSON.stringify(issued, null, 2));
  else {
    terminal.say('The key, shown this once:');
    terminal.out(issued.key);
  }
  return 0;
}

function ofTenant(invocation: Invocation): { tenant: string } {
  return { tenant: textOption(invocation, 'tenant') ?? 'default' };
}

function required(value: string | undefined, what: string): string {
  if (!value) throw new UsageError(`it needs ${what}.`);
  return value;
}
