import type { AuditEntry } from '../kernel/audit.ts';
import { type Command, textOption } from './command.ts';
import { plain, table } from './terminal.ts';

export const audit: Command = {
  summary: 'Show what was done with keys, tenants, credentials and findings.',
  usage: ['audit [--tenant NAME] [--server URL]'],
  help: `
The newest 200 entries, newest first.

Options:
  --tenant NAME  whose trail; "default" when omitted
  --server URL   ask a service elsewhere; its key comes from LOREKEEP_API_KEY`,
  maxArguments: 0,
  options: { tenant: { type: 'string' }, server: { type: 'string' } },
  async run(invocation) {
    const { operate, options, terminal } = invocation;
    const entries = await operate<AuditEntry[]>('audit.list', {
      tenant: textOption(invocation, 'tenant') ?? 'default',
    });
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
