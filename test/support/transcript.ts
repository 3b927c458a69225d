import { runCli } from '../../src/cli/main.ts';
import { runInProcess } from './in-process-cli.ts';

export interface Step {
  run: readonly string[];
  /** By the name of the operation: its result, or what it does with its arguments. */
  results?: Readonly<Record<string, unknown>>;
  /** As on a terminal that shows colours. */
  colour?: boolean;
}

type Operation = (args: Record<string, unknown>, report: (progress: object) => void) => unknown;

/**
 * What commands ask of the application and what they print, with results that are made up: `$` is the command, `>` an operation with its arguments, `!` what
 * people are told next to the result. An exit code other than 0 comes last.
 */
export async function transcriptOf(steps: readonly Step[]): Promise<string> {
  const blocks: string[] = [];
  for (const { run, results = {}, colour = false } of steps) {
    const asked: string[] = [];
    const operations = new Proxy(
      {},
      {
        get:
          (_, name: string) =>
          async (args: Record<string, unknown>, report: (progress: object) => void): Promise<unknown> => {
            asked.push(`> ${name} ${JSON.stringify(args)}`);
            const result = results[name];
            return typeof result === 'function' ? (result as Operation)(args, report) : result;
          },
      },
    );
    const app = async () => ({ operations, close: async () => void asked.push('> closed') });
    const { code, out, said } = await runInProcess(
      run,
      { environment: { LOREKEEP_DATA_DIR: '/no/such/folder' }, openApp: app, startApp: app },
      (args, surroundings, version) =>
        runCli(args, { ...surroundings, terminal: { ...surroundings.terminal, colour } }, version),
    );
    blocks.push(
      [
        `$ lorekeep ${run.map((word) => (/^[\w.:/=@,*-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')}`,
        ...asked.filter((line) => line !== '> closed'),
        // Escapes of a terminal are shown as ^[.
        ...out.replaceAll('\u001b', '^[').split('\n').slice(0, -1),
        ...said
          .split('\n')
          .slice(0, -1)
          .map((line) => `! ${line}`),
        ...(asked.length > 0 && !asked.includes('> closed') ? ['! was not closed'] : []),
        ...(code === 0 ? [] : [`= ${code}`]),
      ].join('\n'),
    );
  }
  return `${blocks.join('\n\n')}\n`;
}
