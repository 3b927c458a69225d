import { type Command, type Invocation, UsageError } from '../command.ts';
import { paint, plain } from '../terminal.ts';

interface Check {
  name: string;
  problems: string[];
  /** Copies that cannot be reached or checked from here. */
  beyond?: string[];
}

interface ErasureReport {
  traces: Array<{ file: string; text: string }>;
  beyond: string[];
}

export const verify: Command = {
  summary: 'Check that all stored data is whole.',
  usage: ['verify', 'verify --erasure [--absent TEXT]…'],
  help: `
Reads every table and every file derived from it. Exit code 1 if anything is wrong; nothing is changed.

Options:
  --erasure      first make sure that no raw byte of what was deleted remains: the database and the snapshots of indexes
                 are written again and the log is emptied (needs as much free disk as the database is large). With a
                 database URL each table is locked meanwhile, and what only the operator can reach is listed: the
                 write-ahead log, its archive, standbys and backups
  --absent TEXT  with --erasure: look for TEXT in every file of the data folder, and in every row; may be given several times`,
  maxArguments: 0,
  options: { erasure: { type: 'boolean' }, absent: { type: 'string', multiple: true } },
  async run(invocation) {
    const { operate, options, terminal } = invocation;
    const erased = await erase(invocation);
    const checks = [...erased, ...(await operate<Check[]>('verify', {}))];
    const sound = checks.every(({ problems }) => problems.length === 0);
    if (options['json']) terminal.out(JSON.stringify({ ok: sound, checks }, null, 2));
    else {
      for (const { name, problems, beyond = [] } of checks) {
        terminal.out(problems.length === 0 ? `${paint(terminal, 'green', '✓')} ${name}` : `✗ ${name}`);
        for (const problem of problems) terminal.out(`    ${plain(problem)}`);
        for (const copy of beyond) terminal.out(`    not checked: ${plain(copy)}`);
      }
    }
    return sound ? 0 : 1;
  },
};

async function erase({ operate, options }: Invocation): Promise<Check[]> {
  const absent = [options['absent'] ?? []].flat().map(String);
  if (!options['erasure']) {
    if (absent.length > 0) throw new UsageError('--absent goes with --erasure.');
    return [];
  }
  const { traces, beyond } = await operate<ErasureReport>('memory.erase', { absent });
  const problems = traces.map(({ file, text }) => `"${text}" is still in ${file}`);
  return [{ name: 'no traces of what was deleted', problems, beyond }];
}
