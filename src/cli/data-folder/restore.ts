import { type Command, UsageError } from '../command.ts';

export const restore: Command = {
  summary: 'Put a backup into an empty data folder.',
  usage: ['restore BACKUP'],
  help: `
Checks every file of the backup against its checksum and the database for integrity before anything is written. The data
folder must hold no data yet, and no service may be using it.`,
  maxArguments: 1,
  options: {},
  async run({ positionals, restoreBackup, config, options, terminal }) {
    const [source] = positionals;
    if (!source) throw new UsageError('it needs the folder of a backup.');
    const { dataDir } = await config();
    const manifest = await restoreBackup(source, dataDir);
    if (options['json']) terminal.out(JSON.stringify(manifest, null, 2));
    else terminal.say(`Restored the backup of ${manifest.createdAt} into ${dataDir}.`);
    return 0;
  },
};
