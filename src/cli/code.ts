import { readFileSync } from 'node:fs';
import type { InspectedFile } from '../scan/engines/code/inspect-file.ts';
import { type Command, type Invocation, UsageError } from './command.ts';
import { paint, plain } from './terminal.ts';

export const code: Command = {
  summary: 'Show how the code engine sees a file: its lowered program, or what it knows at a line.',
  usage: ['code ir FILE', 'code trace FILE:LINE'],
  help: `
For people who write rules for code.

ir     Prints the intermediate form that the file's language is lowered to, one statement per line. All rules and
       library models work on this form.
trace  Prints every expression of the line with its qualified name, what the rules know under that name, whether it
       is tainted, from where, over which lines, and which kinds of harm it was cleared for on the way.

Both look at the file alone; data that arrives from other files is shown as a parameter or as the result of a function in
another file.`,
  options: {},
  async run(invocation) {
    const [action, place, ...rest] = invocation.positionals;
    if (rest.length === 0 && place !== undefined) {
      if (action === 'ir') return printIr(invocation, place);
      if (action === 'trace') return printTrace(invocation, place);
    }
    throw new UsageError('Say "ir FILE" or "trace FILE:LINE".');
  },
};

async function printIr({ terminal, options }: Invocation, path: string): Promise<number> {
  const { module } = await open(path);
  const { printModule } = await import('../scan/engines/code/ir/print-ir.ts');
  const text = printModule(module);
  terminal.out(
    options['json']
      ? JSON.stringify({ path, ir: text.trimEnd().split('\n') }, null, 2)
      : text.trimEnd().split('\n').map(plain).join('\n'),
  );
  return 0;
}

async function printTrace({ terminal, options }: Invocation, place: string): Promise<number> {
  const at = /^(.+):(\d{1,9})$/.exec(place);
  if (!at) throw new UsageError('Name a file and a line, such as src/app.js:12.');
  const [, path, line] = at;
  const trace = (await open(path!)).trace(Number(line));
  if (options['json']) {
    terminal.out(JSON.stringify({ path, ...trace }, null, 2));
    return 0;
  }
  terminal.out(paint(terminal, 'bold', `${plain(path!)}:${trace.line}  ${plain(trace.source)}`));
  if (trace.expressions.length === 0)
    terminal.out('Nothing is evaluated on this line: it is blank, a comment, or never reached.');
  for (const { code: written, name, known, constant, text, taints } of trace.expressions) {
    terminal.out(`\n${plain(written)}`);
    if (name !== undefined) terminal.out(`  name      ${plain(name)}`);
    for (const fact of known) terminal.out(`  rules     ${plain(fact)}`);
    if (constant !== undefined) terminal.out(`  constant  ${plain(JSON.stringify(constant))}`);
    else if (text !== undefined) terminal.out(`  text      ${plain(text)}`);
    if (taints.length === 0) terminal.out('  taint     none');
    for (const { origin, lines, clearedFor } of taints) {
      terminal.out(paint(terminal, 'red', `  taint     ${plain(origin)}`));
      if (lines.length > 0) terminal.out(`            by lines ${lines.join(' → ')}`);
      if (clearedFor.length > 0) terminal.out(`            cleared for ${clearedFor.join(', ')}`);
    }
  }
  terminal.out('');
  for (const { ruleId, severity, title } of trace.findings)
    terminal.out(`finding   ${severity}  ${ruleId}  ${plain(title)}`);
  if (trace.findings.length === 0) terminal.out('No finding on this line.');
  if (trace.exceeded.length > 0)
    terminal.out(
      `The step budget was spent in ${trace.exceeded.map((fn) => plain(fn) || 'the top level').join(', ')}.`,
    );
  return 0;
}

async function open(path: string): Promise<InspectedFile> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`"${plain(path)}" cannot be read: ${(error as Error).message}`);
  }
  const { InspectedFile: Inspected } = await import('../scan/engines/code/inspect-file.ts');
  const file = await Inspected.open(path, text);
  if (!file)
    throw new UsageError(
      `"${plain(path)}" is in no language that the code engine reads, or too large for its parser.`,
    );
  return file;
}
