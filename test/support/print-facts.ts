import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { FileFacts, From, FunctionFacts, Place } from '../../src/scan/engines/code/domain/facts.ts';
import { labelNames } from '../../src/scan/engines/code/knowledge/labels.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** What a file tells the linker, a line for each statement of it. */
export async function factsOf(path: string, text: string): Promise<string[]> {
  await engine.prepare!([path]);
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const { facts } = engine.analyse(file, { hashSecret: (value) => value });
  return facts ? printFacts(facts) : [];
}

function printFacts(facts: FileFacts): string[] {
  return [
    ...(facts.isProduct ? [] : ['no product']),
    ...facts.sources.map(
      ({ kind, title, at, awaits }, i) =>
        `source ${i}: ${kind} data, ${title} at ${placeOf(at)}${awaits === undefined ? '' : `, awaits ${awaits}`}`,
    ),
    ...facts.functions.flatMap(printFunction),
    ...facts.quiet.map((key) => `quiet ${key}`),
    ...facts.called.map(([key, open, fed]) => `called ${key}: open [${open}], fed [${fed}]`),
    ...facts.exports.map(([name, local]) => `exports ${name} = ${local}`),
    ...facts.reexports.map(([local, path]) => `hands on ${local} = ${path.join('.')}`),
    ...(facts.classes ?? []).map(
      ([name, bases, isFilled, members = []]) =>
        `class ${name}(${bases.join(', ')})${isFilled ? ', filled' : ''}${members.map(([field, type]) => `, ${field || 'embeds'}: ${type.join('.')}`).join('')}`,
    ),
    ...(facts.awaits ?? []).map(
      ({ rule, key, otherwise, severity, at }) =>
        `awaits ${key}${otherwise === undefined ? '' : ` or ${otherwise}`}: ${severity} ${rule} at ${placeOf(at)}`,
    ),
  ];
}

function printFunction(facts: FunctionFacts): string[] {
  const { key, parameters, at, hidden, straight, calls, passes, returns, sinks, gives, keeps = [] } = facts;
  const traits = `${hidden ? ', hidden' : ''}${straight ? ', straight' : ''}`;
  return [
    `function ${key || 'of the file'}(${parameters.join(', ')})${at ? ` at ${placeOf(at)}` : ''}${traits}`,
    ...calls.map(
      ({ callee, at, args, names, fixed, news }, i) =>
        `  call ${i}: ${callee.join('.')} of ${args}${names.map((name) => `, ${name}`).join('')} at ${placeOf(at)}${fixed ? `, fixed [${fixed}]` : ''}${news ? ', news' : ''}`,
    ),
    ...passes.map(
      ({ from, call, arg, mask, field, check, built }) =>
        `  ${fromOf(from)} goes to ${arg < 0 ? 'the object' : arg}${field === undefined ? '' : `.${field}`} of call ${call}${harmOf(mask)}${built ? ', built' : ''}${checkOf(check)}`,
    ),
    ...returns.map(
      ({ from, mask, check, field }) =>
        `  ${fromOf(from)} is returned${field === undefined ? '' : ` as ${field}`}${harmOf(mask)}${checkOf(check)}`,
    ),
    ...(gives ? [`  gives an object of ${gives.join('.')}`] : []),
    ...keeps.map(
      ({ key, from, mask, check }) => `  ${fromOf(from)} is kept as ${key}${harmOf(mask)}${checkOf(check)}`,
    ),
    ...sinks.flatMap(({ from, sink, steps, check }) => {
      const rated = (['fallback', 'made', 'offered'] as const).map((name) =>
        sink[name] ? `, ${name} ${sink[name]}` : '',
      );
      return [
        `  ${fromOf(from)} reaches ${sink.rule} (${sink.severity}${rated.join('')}) for ${labelsOf(sink.label)} of ${sink.kinds.join(' ')} data at ${placeOf(sink.at)} in ${sink.scope || 'the file'}: ${sink.code.replaceAll(/\s+/g, ' ')}${sink.atSource ? ', at its source' : ''}${sink.unless ? `, unless ${sink.unless.join('.')}` : ''}${sink.joined ? ', joined' : ''}${checkOf(check)}`,
        ...steps.map(([place, text]) => `    ${placeOf(place)} ${text}`),
      ];
    }),
  ];
}

function fromOf([kind, index, field]: From): string {
  const what =
    kind === 's'
      ? `source ${index}`
      : kind === 'c'
        ? `call ${index}`
        : index < 0
          ? 'the object'
          : `parameter ${index}`;
  return field === undefined ? what : `${what}.${field}`;
}

function placeOf([line, endLine, column, endColumn]: Place): string {
  return `${line}:${column}-${endLine === line ? '' : `${endLine}:`}${endColumn}`;
}

function labelsOf(mask: number): string {
  return labelNames.filter((_, bit) => mask & (1 << bit)).join(' ');
}

function harmOf(mask: number): string {
  const gone = labelNames.filter((_, bit) => !(mask & (1 << bit)));
  if (gone.length === 0) return '';
  return gone.length > labelNames.length / 2 ? `, only ${labelsOf(mask)}` : `, not ${gone.join(' ')}`;
}

function checkOf(check: string | undefined): string {
  return check === undefined ? '' : `, checked by ${check}`;
}
