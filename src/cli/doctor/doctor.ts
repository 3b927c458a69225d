import type { Config } from '../../config/schema.ts';
import { listSettings } from '../../config/settings.ts';
import type { Command } from '../command.ts';
import { paint, plain, table } from '../terminal.ts';
import type { Diagnosis } from './diagnosis.ts';
import { examineDisk, examineGit, examineNode, examineSandbox } from './machine.ts';
import { systemFamily } from './remedies.ts';
import { examineAdvisories, examineKernels, examineModel, examineService } from './service.ts';

export const doctor: Command = {
  summary: 'Print the settings in force, check the machine and say how to get what is missing.',
  usage: ['doctor'],
  help: `
Secrets are masked. What is missing comes with the commands that install it on this system (Debian, Alpine, Fedora, macOS, Windows).
Exit code 1 if something would keep the service from working.`,
  maxArguments: 0,
  options: {},
  async run({ config, describeVersion, environment, examineDatabase, options, terminal }) {
    const settings = await config();
    const inForce = listInForce(settings);
    const family = systemFamily();
    const database = (await examineDatabase(settings)).map((found) => ({ name: 'database', ...found }));
    const diagnoses: Diagnosis[] = [
      { name: 'Lorekeep', state: 'ok', text: describeVersion() },
      examineNode(process.versions.node, family),
      await examineGit(environment['PATH'], family),
      await examineSandbox(settings, environment['PATH'] ?? '', family),
      await examineDisk(settings),
      await examineAdvisories(settings, environment),
      await examineModel(settings),
      await examineKernels(settings),
      await examineService(settings),
      ...database,
    ];
    if (options['json']) {
      terminal.out(JSON.stringify({ settings: Object.fromEntries(inForce), checks: diagnoses }, null, 2));
    } else {
      terminal.out(table(inForce.map(([name, value]) => [name, plain(String(value))])));
      terminal.out('');
      const marks = { ok: ['green', '✓'], note: ['yellow', '!'], bad: ['red', '✗'] } as const;
      for (const { name, state, text, remedy = [] } of diagnoses) {
        const [colour, mark] = marks[state];
        terminal.out(`${paint(terminal, colour, mark)} ${name}: ${plain(text)}`);
        for (const line of remedy) terminal.out(`    ${paint(terminal, 'bold', plain(line))}`);
      }
    }
    return diagnoses.some(({ state }) => state === 'bad') ? 1 : 0;
  },
};

function listInForce(config: Config): Array<[string, unknown]> {
  return listSettings().map(({ path, secret }) => {
    const value = path.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      config,
    );
    return [
      path.join('.'),
      secret ? mask(value) : typeof value === 'object' ? JSON.stringify(value) : (value ?? '(not set)'),
    ];
  });
}

function mask(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : `(${value.length} set, hidden)`;
  return value === undefined ? '(not set)' : '(set, hidden)';
}
