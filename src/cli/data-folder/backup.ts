import { resolve } from 'node:path';
import { type Command, UsageError } from '../command.ts';
import { createProgressBar } from '../output/progress-bar.ts';

interface BackupResult {
  createdAt: string;
  files: Array<{ name: string; bytes: number }>;
}

export const backup: Command = {
  summary: 'Copy all data into a folder, while the service keeps running.',
  usage: ['backup FOLDER'],
  help: `
FOLDER must not exist yet; it appears when the backup is whole. It holds the database and the key that encrypts stored
credentials, so keep it as safe as the data folder itself. The "initial-key" is never in a backup.`,
  maxArguments: 1,
  options: {},
  async run({ positionals, operate, options, terminal }) {
    const [target] = positionals;
    if (!target) throw new UsageError('it needs a folder to write to.');
    const bar = createProgressBar(terminal, 'Copying');
    const result = await operate<BackupResult>('backup', { target: resolve(target) }, ({ done, total }) =>
      bar.update(Number(done), Number(total)),
    );
    bar.end();
    if (options['json']) terminal.out(JSON.stringify(result, null, 2));
    else {
      const bytes = result.files.reduce((sum, file) => sum + file.bytes, 0);
      terminal.say(`Backed up ${(bytes / 1e6).toFixed(1)} MB to ${target}.`);
    }
    return 0;
  },
};
