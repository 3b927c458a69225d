import type { AuditEntry } from '../kernel/audit.ts';
import { type Command, textOption, UsageError } from './command.ts';
import { plain, table } from './terminal.ts';

export const audit: Command = {
  summary: 'Show what was done with keys, tenants, credentials and findings.',
  usage: ['audit [--limit N] [--tenant NAME] [--server URL]'],
  help: `
What was done last, newest first.

Options:
  --limit N      how many entries, up to 10,000; 200 when omitted
  --tenant NAME  whose trail; "default" when omitted
  --server URL   ask a service elsewhere; its key comes from LOREKEEP_API_KEY`,
  maxArguments: 0,
  options: { limit: { type: 'string' }, tenant: { type: 'string' }, server: { type: 'string' } },
  async run(invocation) {
    const { operate, options, terminal } = invocation;
    const limit = Number(textOption(invocation, 'limit') ?? 200);
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > 10_000)
      throw new UsageError('--limit is a number from 1 to 10000.');
    const tenant = textOption(invocation, 'tenant') ?? 'default';
    const entries = await operate<AuditEntry[]>('audit.list', { tenant, limit });
    const shown = entries.map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
    if (options['json']) terminal.out(JSON.stringify(shown, null, 2));
    else {
      const rows = shown.map((entry) => [
        entry.at,
        entry.actor,
        entry.action,
        entry.subject,
        plain(JSON.stringify(entry.details)),
      ]);
      terminal.out(table([['TIME', 'WHO', 'ACTION', 'SUBJECT', 'DETAILS'], ...rows]));
    }
    return 0;
  },
};
