import type { Command } from './command.ts';
import { paint, plain } from './terminal.ts';

interface Check {
  name: string;
  problems: string[];
}

export const verify: Command = {
  summary: 'Check that all stored data is whole.',
  usage: ['verify'],
  help: `
Reads every table and every file derived from it. Exit code 1 if anything is wrong; nothing is changed.`,
  options: {},
  async run({ operate, options, terminal }) {
    const checks = await operate<Check[]>('verify', {});
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
