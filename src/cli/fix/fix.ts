import { join } from 'node:path';
import { type Finding, severities } from '../../scan/model/finding.ts';
import { type Command, type Invocation, listOption, UsageError } from '../command.ts';
import { replaceFile } from '../output/replacement.ts';
import { enginesOption, isUrl, viewOption } from '../scan/scan-options.ts';
import { perform } from '../scan.ts';
import { paint, plain } from '../terminal.ts';
import { type FixPlan, planFixes } from './plan-fixes.ts';
import { unifiedDiff } from './unified-diff.ts';

export const fix: Command = {
  summary: 'Show and apply the mechanical changes that a scan proposes.',
  usage: ['fix [FOLDER] [--dry-run | --write] [--rules IDS] [--min-severity LEVEL | --all]'],
  help: `
Scans FOLDER (the working folder when omitted) and prints the changes that need no decision as a patch for "git apply": actions pinned
to commits, stated permissions, safe loaders, TLS checks, versions of dependencies, settings of infrastructure.
  --dry-run             print the patch and change nothing; this is what happens without --write
  --write               print the patch and apply exactly it
  --rules IDS           only changes for findings of these rules
  --min-severity LEVEL  from this severity on; medium when omitted
  --all                 every severity
  --engines LIST        secrets, code, dependencies, infrastructure, supply-chain; all when omitted
  --include PATTERNS    only these paths
  --exclude PATTERNS    not these paths
  --advisories FOLDER   as for "scan"

Files that changed during the scan, links and files outside of FOLDER are never written, and no change is shown that has a secret within
three lines of it. Where two changes touch the same line, the first is
made and the other one shown by the next run.

Exit codes: 0 done, 2 wrong usage, 3 scan failed.`,
  options: {
    'dry-run': { type: 'boolean' },
    write: { type: 'boolean' },
    rules: { type: 'string', multiple: true },
    'min-severity': { type: 'string' },
    all: { type: 'boolean' },
    engines: { type: 'string', multiple: true },
    include: { type: 'string', multiple: true },
    exclude: { type: 'string', multiple: true },
    advisories: { type: 'string' },
  },
  maxArguments: 1,
  errorCode: 3,
  async run(invocation) {
    const { options, positionals, terminal } = invocation;
    const [folder = '.'] = positionals;
    const write = options['write'] === true;
    if (write && options['dry-run'] === true) throw new UsageError('give --dry-run or --write, not both.');
    if (isUrl(folder)) throw new UsageError('name a folder; what is elsewhere cannot be changed.');
    const startedAtMs = Date.now();
    const outcome = await perform(withSecrets(invocation), 'text');
    if (outcome.status === 'failed') {
      terminal.say(`lorekeep fix: ${outcome.error} (${outcome.errorCode})`);
      return 3;
    }
    // Also those that somebody has accepted: a patch would print them all the same.
    const secrets = [...outcome.findings, ...outcome.suppressedFindings].filter(
      ({ engine }) => engine === 'secrets',
    );
    const plan = planFixes(folder, chosen(outcome.findings, invocation), startedAtMs, secrets);
    for (const { path, before, applied } of plan.changes)
      terminal.out(coloured(unifiedDiff(path, before, applied), invocation));
    if (write) for (const { path, after } of plan.changes) replaceFile(join(folder, path), after);
    terminal.say(summary(plan, write));
    for (const { path, reason } of plan.refused) terminal.say(`${plain(path)} is left as it is: ${reason}.`);
    return 0;
  },
};

/** Whichever engines are named, secrets are looked for: none may be shown next to a change. */
function withSecrets(invocation: Invocation): Invocation {
  const engines = enginesOption(invocation);
  if (!engines) return invocation;
  return {
    ...invocation,
    options: { ...invocation.options, engines: [...new Set([...engines, 'secrets'])] },
  };
}

/** What the options leave of the findings that have a fix. */
function chosen(findings: readonly Finding[], invocation: Invocation): Finding[] {
  const engines = enginesOption(invocation);
  const { minSeverity, all } = viewOption(invocation);
  const rules = listOption(invocation, 'rules');
  const limit = all ? severities.length : severities.indexOf(minSeverity);
  return findings.filter(
    ({ fix: proposed, severity, ruleId, engine }) =>
      proposed &&
      (engines?.includes(engine) ?? true) &&
      severities.indexOf(severity) <= limit &&
      (!rules || rules.includes(ruleId)),
  );
}

function coloured(diff: string, { terminal }: Invocation): string {
  if (!terminal.colour) return diff;
  return diff
    .split('\n')
    .map((line) =>
      line.startsWith('+')
        ? paint(terminal, 'green', line)
        : line.startsWith('-')
          ? paint(terminal, 'red', line)
          : line,
    )
    .join('\n');
}

function summary({ changes }: FixPlan, write: boolean): string {
  const count = changes.reduce((all, { applied }) => all + applied.length, 0);
  const later = changes.reduce((all, { skipped }) => all + skipped.length, 0);
  if (count === 0) return 'There is nothing that can be fixed mechanically.';
  const what = `${count} ${count === 1 ? 'change' : 'changes'} in ${changes.length} ${changes.length === 1 ? 'file' : 'files'}`;
  const rest = later === 0 ? '' : ` ${later} more touch the same lines: run the command again.`;
  return write ? `Applied ${what}.${rest}` : `${what}; --write applies exactly these.${rest}`;
}
