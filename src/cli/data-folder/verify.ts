import { type Command, type Invocation, UsageError } from '../command.ts';
import { paint, plain } from '../terminal.ts';

interface Check {
  name: string;
  problems: string[];
}

export const verify: Command = {
  summary: 'Check that all stored data is whole.',
  usage: ['verify', 'verify --erasure [--absent TEXT]…'],
  help: `
Reads every table and every file derived from it. Exit code 1 if anything is wrong; nothing is changed.

Options:
  --erasure      first make sure that no raw byte of what was deleted remains: the database and the snapshots of indexes
                 are written anew and the log is emptied (needs as much free disk as the database is large)
  --absent TEXT  with --erasure: look for TEXT in every file of the data folder; may be given several times`,
  maxArguments: 0,
  options: { erasure: { type: 'boolean' }, absent: { type: 'string', multiple: true } },
  async run(invocation) {
    const { operate, options, terminal } = invocation;
    const erased = await erase(invocation);
    const checks = [...erased, ...(await operate<Check[]>('verify', {}))];
    const sound = checks.every(({ problems }) => problems.length === 0);
    if (options['json']) terminal.out(JSON.stringify({ ok: sound, checks }, null, 2));
    else {
      for (const { name, problems } of checks) {
        terminal.out(problems.length === 0 ? `${paint(terminal, 'green', '✓')} ${name}` : `✗ ${name}`);
        for (const problem of problems) terminal.out(`    ${plain(problem)}`);
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
  const traces = await operate<Array<{ file: string; text: string }>>('memory.erase', { absent });
  const problems = traces.map(({ file, text }) => `"${text}" is still in ${file}`);
  return [{ name: 'no traces of what was deleted', problems }];
}
