import { type Invocation, textOption, UsageError } from '../command.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { table } from '../terminal.ts';

interface AuditResult {
  entries: number;
  flagged: number;
  byKind: Record<string, number>;
  changed: number;
  unredactable: number;
  items: Array<{ id: string; flags: Array<{ kind: string; ruleId: string; action: string; path?: string }> }>;
}

const shown = 20;

/** `lorekeep memory audit`: inspects what is stored. The exit code is 1 where something is left that should not be there. */
export async function auditNamespace(
  invocation: Invocation,
  tenant: string,
  namespace: string,
): Promise<number> {
  const { terminal, options, operate } = invocation;
  const apply = textOption(invocation, 'apply') ?? 'nothing';
  if (!['nothing', 'flag', 'redact'].includes(apply)) throw new UsageError('--apply is flag or redact.');
  const format = textOption(invocation, 'format') ?? (options['json'] ? 'json' : 'text');
  if (format !== 'json' && format !== 'text') throw new UsageError('--format is text or json.');
  const bar = createProgressBar(terminal, 'Inspecting');
  const args = { tenant, namespace, apply, pii: options['pii'] === true };
  const result = await operate<AuditResult>('memory.audit', args, ({ entries }) =>
    bar.update(Number(entries)),
  );
  bar.end();
  if (format === 'json') terminal.out(JSON.stringify({ namespace, ...result }, null, 2));
  else describe(invocation, result);
  return result.flagged === 0 ? 0 : 1;
}

function describe({ terminal }: Invocation, result: AuditResult): void {
  const { entries, flagged, changed, unredactable, items, byKind } = result;
  const rows = items.slice(0, shown).map(({ id, flags }) => {
    const found = new Set(
      flags.map(
        ({ kind, ruleId, action, path }) => `${kind} ${ruleId} ${action}${path ? ` in ${path}` : ''}`,
      ),
    );
    return [id, [...found].slice(0, 3).join(', ')];
  });
  if (rows.length > 0) terminal.out(table(rows));
  const kinds = Object.entries(byKind).map(([kind, count]) => `${kind} in ${count}`);
  const found = kinds.length === 0 ? 'Nothing was found' : `Found ${kinds.join(', ')}`;
  terminal.say(`${found}; ${entries} ${entries === 1 ? 'entry was' : 'entries were'} inspected.`);
  if (items.length > shown) terminal.say('There are more; --format json lists up to 1000 of them.');
  if (changed > 0) terminal.say(`${changed} ${changed === 1 ? 'entry was' : 'entries were'} changed.`);
  if (unredactable > 0)
    terminal.say(
      `${unredactable} have it in an external id or a key of the metadata; delete or rewrite those.`,
    );
  if (flagged === 0 || changed > 0) return;
  // An order cannot be taken out of a text without changing what it says.
  const isOnlyOrders = Object.keys(byKind).every((kind) => kind === 'instructions');
  terminal.say(
    isOnlyOrders
      ? '--apply flag marks them; read them, and delete what should not be there.'
      : '--apply redact rewrites what can be redacted; --apply flag only marks it.',
  );
}
