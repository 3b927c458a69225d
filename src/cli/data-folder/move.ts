import { type Command, UsageError } from '../command.ts';
import { createProgressBar } from '../output/progress-bar.ts';

export const move: Command = {
  summary: 'Copy all data from a folder into Postgres, or back.',
  usage: ['move --to postgres://…', 'move --to FOLDER'],
  help: `
To Postgres: everything in the data folder goes into an empty database. To a folder: everything in the database of
LOREKEEP_DATABASE_URL goes into an empty folder. Every row is read back and compared. Nothing is written to where the data
came from; stop the service before, or what it writes meanwhile stays behind. A move that fails or is interrupted has copied
nothing: run it again.

Options:
  --to TARGET  a URL that begins with postgres://, or a folder`,
  maxArguments: 0,
  options: { to: { type: 'string' } },
  async run({ options, moveData, config, terminal }) {
    const to = options['to'];
    if (typeof to !== 'string' || to === '') throw new UsageError('it needs --to.');
    const settings = await config();
    const bar = createProgressBar(terminal, 'Copying');
    const tables = await moveData(settings, to, (done, total) => bar.update(done, total));
    bar.end();
    if (options['json']) {
      terminal.out(JSON.stringify({ tables }, null, 2));
      return 0;
    }
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    terminal.say(`Copied ${rows} rows of ${tables.length} tables, and compared every one of them.`);
    if (/^postgres(ql)?:/.test(to)) {
      terminal.say(
        `Give every node the key of the old folder: LOREKEEP_SECRET_KEY_FILE=${settings.dataDir}/secret.key`,
      );
      terminal.say(
        'Then start with LOREKEEP_DATABASE_URL. The old folder is as it was; keep it until you are sure.',
      );
    } else terminal.say(`Start with LOREKEEP_DATA_DIR=${to} and without LOREKEEP_DATABASE_URL.`);
    return 0;
  },
};
