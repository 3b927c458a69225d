import type { Tenant } from '../access/store.ts';
import { type Command, type Invocation, UsageError, unknownAction } from './command.ts';
import { plain, table } from './terminal.ts';

export const tenant: Command = {
  summary: 'Create, list and delete tenants.',
  usage: ['tenant create NAME', 'tenant list', 'tenant delete NAME --yes'],
  help: `
A tenant has its own keys, namespaces and scans; tenants never see each other.

Options:
  --yes  really delete the tenant with its keys, memory entries and scans`,
  maxArguments: 2,
  options: { yes: { type: 'boolean' } },
  async run(invocation) {
    const [action, name] = invocation.positionals;
    if (action === 'list') return list(invocation);
    if (action !== 'create' && action !== 'delete') throw unknownAction(action, tenant);
    if (!name) throw new UsageError('it needs the name of a tenant.');
    return action === 'create' ? create(invocation, name) : remove(invocation, name);
  },
};

async function create({ operate, options, terminal }: Invocation, name: string): Promise<number> {
  const created = await operate<Tenant>('tenant.create', { name });
  if (options['json']) terminal.out(JSON.stringify(view(created), null, 2));
  else terminal.say(`Created. Give it a key: lorekeep key create NAME --tenant ${plain(name)} --scopes …`);
  return 0;
}

/** Times as the API writes them. */
function view({ createdAt, ...tenant }: Tenant) {
  return { ...tenant, createdAt: new Date(createdAt).toISOString() };
}

async function list({ operate, options, terminal }: Invocation): Promise<number> {
  const tenants = await operate<Tenant[]>('tenant.list', {});
  if (options['json']) terminal.out(JSON.stringify(tenants.map(view), null, 2));
  else {
    const rows = tenants.map(view).map(({ id, name, createdAt }) => [id, createdAt, plain(name)]);
    terminal.out(table([['ID', 'CREATED', 'NAME'], ...rows]));
  }
  return 0;
}

async function remove({ operate, options, terminal }: Invocation, name: string): Promise<number> {
  if (!options['yes'])
    throw new UsageError('this deletes keys, memory entries and scans; say --yes if you mean it.');
  await operate('tenant.delete', { name });
  if (options['json']) terminal.out(JSON.stringify({ name, deleted: true }));
  else terminal.say('Deleted.');
  return 0;
}
