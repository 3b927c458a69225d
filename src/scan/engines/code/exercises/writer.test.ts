import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexRules } from '../knowledge/index-rules.ts';
import { concreteName } from './concrete-name.ts';
import type { Grammar, Use } from './grammar.ts';
import { grammars } from './grammars.ts';
import { Makers } from './makers.ts';
import { namesOf } from './name-facts.ts';
import { sinkExercises } from './sink-exercise.ts';
import { type Argument, writeExercise } from './writer.ts';

/** What rules say of things that they have names of their own for. */
const index = indexRules([
  {
    returns: [
      { call: 'acme.gadget', as: '@gadget' },
      { call: 'acme.gadget', as: '@gadget.part' },
    ],
    aliases: [{ name: 'Gadget', as: '@gadget', imports: ['acme/tools', 'acme/other'] }],
    entries: [{ call: 'acme.serve', params: ['', '@request'], title: 'a request' }],
  },
]);

const tainted: Argument = { isTainted: true };
const constant: Argument = { isTainted: false };
const exercises: Array<[name: string, use: Use, args: Argument[]]> = [
  ['run', 'call', [tainted]],
  ['acme.run', 'call', [constant, tainted]],
  ['acme.tools.Press().run', 'call', [{ ...tainted, name: 'text' }]],
  ['Press', 'call', [tainted]],
  ['Press().part.text', 'read', []],
  ['~it.run', 'call', [tainted]],
  ['~$it.run', 'call', []],
  ['acme.connect().cursor().run', 'call', [tainted]],
  ['acme.setting', 'assign', [constant]],
  ['~it.setting', 'assign', []],
  ['acme.Base', 'extends', []],
  ['acme.mark', 'decorator', []],
  ['@gadget.run', 'call', [tainted]],
  ['@gadget.part.run', 'call', [tainted]],
  ['@request.text', 'read', []],
  ['acme.no-word', 'call', [tainted]],
  ['no-word.run', 'call', [tainted]],
  ['~no-word.run', 'call', [tainted]],
  ['acme.no-word().run', 'read', []],
];

function written(grammar: Grammar): string {
  return exercises
    .map(([name, use, args], id) => {
      const exercise = { name: concreteName(name)!, use, args };
      const ways = writeExercise(grammar, new Makers(index), exercise, id).map(
        ({ head, lines, at }) =>
          `${[...head, ...lines.map((line, i) => (i === at ? `${line}   <- here` : line))].join('\n')}\n`,
      );
      const told = args.map(
        (arg) => `${arg.name === undefined ? '' : `${arg.name}: `}${arg.isTainted ? 'sent' : 'constant'}`,
      );
      return `## ${use} ${name} of ${told.join(', ') || 'nothing'}\n${ways.join('or\n') || 'cannot be written\n'}`;
    })
    .join('\n');
}

test.each([...grammars.values()].flat())(
  'programs in $file are written as its file says',
  async (grammar) => {
    // After a wanted change: vitest run src/scan/engines/code/exercises -u, and read the difference.
    const file = join(import.meta.dirname, 'written', `${grammar.file}.txt`);
    await expect(written(grammar)).toMatchFileSnapshot(file);
  },
);

test.each([
  ['acme.run', 'acme run'],
  ['acme.*', 'acme part'],
  ['*.run', '~it run'],
  ['**.run', '~it run'],
  ['acme.**', 'acme part'],
  ['acme.**.run', 'acme run'],
  ['acme./^get\\w*$/', 'acme get'],
  ['acme./^(?:open|close)$/', 'acme open'],
  ['acme./^[0-9]{2}$/', 'acme 00'],
  ['acme./^x{3}y*$/', 'acme xxx'],
  ['/^~?req$/.body', '~req body'],
  ['acme.connect().run', 'acme connect () run'],
  ['acme./^[A-Z]\\w+$/', 'acme AA'],
  ['acme./^-$/', undefined],
])('a name that %s means is %s', (pattern, name) => {
  expect(concreteName(pattern)?.join(' ')).toBe(name);
});

/** The exercises of a sink: its arguments with `!` at the dangerous one, and whether a constant is tried as well. */
function triedFor(sink: Record<string, unknown>, more: Record<string, unknown> = {}): string[] {
  const meta = {
    id: 'python-acme',
    title: 'Acme',
    severity: 'high',
    cwe: ['CWE-78'],
    description: 'Acme.',
    remediation: 'None.',
  };
  const rules = [{ ...meta, sinks: [{ label: 'shell', ...sink }], ...more }];
  const made = indexRules([{ rules } as never]);
  return [...namesOf(made)].flatMap(([name, facts]) =>
    sinkExercises(name, facts, made.rules).map(({ rule, tainted, constant }) => {
      const args = tainted.args.map(({ isTainted }) => (isTainted ? '!' : '.'));
      const none = constant?.args.every(({ isTainted }) => !isTainted);
      return `${rule} ${tainted.use} ${args.join('')}${constant === undefined ? '' : none ? ' and a constant' : ' and data'}`;
    }),
  );
}

test.each([
  ['a call', { call: 'acme.run' }, ['python-acme call ! and a constant']],
  ['an argument', { call: 'acme.run', args: [2] }, ['python-acme call ..! and a constant']],
  ['the first of several', { call: 'acme.run', args: [1, 3] }, ['python-acme call .! and a constant']],
  ['a name or a position', { call: 'acme.run', args: ['text', 0] }, ['python-acme call ! and a constant']],
  ['the object', { call: 'acme.run', args: ['receiver'] }, []],
  ['an assignment', { assign: 'acme.setting' }, ['python-acme assign ! and a constant']],
  [
    'data from outside',
    { call: 'acme.run', kinds: ['cli', 'remote'] },
    ['python-acme call ! and a constant'],
  ],
  ['other data', { call: 'acme.run', kinds: ['cli'] }, []],
  ['a condition', { call: 'acme.run', when: [{ arg: 1, is: true }] }, []],
])('a sink of %s is tried', (_title, sink, expected) => {
  expect(triedFor(sink)).toEqual(expected);
});
