import { describe, expect, test } from 'vitest';
import { indexRules } from '../knowledge/index-rules.ts';
import { labelMask } from '../knowledge/labels.ts';
import type { RawItem, RuleFile } from '../knowledge/rule-file.ts';
import { RuleSet } from '../knowledge/rule-set.ts';
import { libraryMember } from './library-members.ts';

const rules = (file: RuleFile) => new RuleSet(indexRules([{ exits: [{ call: 'lib.known' }] }, file]));
/** `kind title mask` of the source, and `argument rule severity` of each sink. */
function shown(file: RuleFile, ...segments: string[]): string[] {
  const found = libraryMember(rules(file), segments);
  if (!found) return [];
  const { source, sinks } = found;
  return [
    ...(source ? [`${source.kind} ${source.title} ${source.mask}`] : []),
    ...sinks.map(({ arg, sink }) => `${arg} ${sink.rule} ${sink.severity} ${sink.label} ${sink.kinds}`),
  ];
}
const sql = labelMask(['sql']);
const source = (more: RawItem): RuleFile => ({
  sources: [{ title: 't', kind: 'cli', labels: ['sql', 'html'], ...more }],
});
const both = `cli t ${labelMask(['sql', 'html'])}`;
const sinkRule = (more: RawItem): RuleFile => ({
  rules: [
    {
      id: 'r',
      severity: 'high',
      label: 'sql',
      kinds: ['remote'],
      sinks: [{ call: 'lib.run', args: [0], ...more }],
    },
  ],
});

describe('what is known of a member of a library', () => {
  test.each<[string, RuleFile, string[], string[]]>([
    ['nothing', {}, ['lib', 'x'], []],
    ['a source that is read', source({ read: 'lib.x' }), ['lib', 'x'], [both]],
    ['a source that is read, and what is behind it', source({ read: 'lib.x' }), ['lib', 'x', 'y'], [both]],
    ['a source that is called', source({ call: 'lib.x' }), ['lib', 'x', '()'], [both]],
    ['a source that is called, at the end', source({ call: 'lib.x' }), ['lib', 'x'], [both]],
    ['a source that is not called', source({ call: 'lib.x' }), ['lib', 'x', 'y'], []],
    ['a guess', source({ read: '**.x' }), ['~v', 'x'], []],
    ['a member of something that is known', source({ read: '**.x' }), ['lib', 'x'], [both]],
    [
      'no harm',
      {
        sources: [{ title: 't', labels: [], read: 'lib.x' }],
        sanitizers: [{ call: 'lib.x.y', clears: ['all'] }],
      },
      ['lib', 'x', 'y'],
      [],
    ],
    [
      'the last of two sources',
      {
        sources: [
          { title: 'a', read: 'lib.x', labels: ['sql'] },
          { title: 'b', read: 'lib.x.y', labels: ['html'] },
        ],
      },
      ['lib', 'x', 'y'],
      [`remote b ${labelMask(['html'])}`],
    ],
    [
      'what a sanitizer leaves',
      { ...source({ read: 'lib.x' }), sanitizers: [{ call: 'lib.x.y', clears: ['html'] }] },
      ['lib', 'x', 'y'],
      [`cli t ${sql}`],
    ],
    [
      'a sanitizer with a condition',
      {
        ...source({ read: 'lib.x' }),
        sanitizers: [{ call: 'lib.x.y', clears: ['html'], when: [{ arg: 0, is: 1 }] }],
      },
      ['lib', 'x', 'y'],
      [both],
    ],
    [
      'a result of nothing',
      { ...source({ read: 'lib.x' }), returns: [{ call: 'lib.x.y', from: [] }] },
      ['lib', 'x', 'y', '()'],
      [],
    ],
    [
      'a result of nothing, at the end',
      { ...source({ read: 'lib.x' }), returns: [{ call: 'lib.x.y', from: [] }] },
      ['lib', 'x', 'y'],
      [],
    ],
    [
      'a result of nothing, that is not called',
      { ...source({ read: 'lib.x' }), returns: [{ call: 'lib.x.y', from: [] }] },
      ['lib', 'x', 'y', 'z'],
      [both],
    ],
    [
      'a result of something',
      { ...source({ read: 'lib.x' }), returns: [{ call: 'lib.x.y', from: [0] }, { call: 'lib.x.y' }] },
      ['lib', 'x', 'y', '()'],
      [both],
    ],
    [
      'a result under another name',
      { ...source({ read: 'other.z' }), returns: [{ call: 'lib.x' }, { call: 'lib.x', as: 'other' }] },
      ['lib', 'x', '()', 'z'],
      [both],
    ],
    [
      'a member under another name, not called',
      { ...source({ read: 'other.z' }), returns: [{ call: 'lib.x', as: 'other' }] },
      ['lib', 'x', 'y', 'z'],
      [],
    ],
    ['a sink', sinkRule({}), ['lib', 'run'], [`0 r high ${sql} remote`]],
    [
      'a sink of two arguments and a name',
      sinkRule({ args: [0, 2, 'url'] }),
      ['lib', 'run'],
      [`0 r high ${sql} remote`, `2 r high ${sql} remote`],
    ],
    ['a sink behind it', sinkRule({}), ['lib', 'run', '()'], []],
    ['a sink of another severity', sinkRule({ severity: 'low' }), ['lib', 'run'], [`0 r low ${sql} remote`]],
    ['a sink with a condition', sinkRule({ when: [{ arg: 1, is: 1 }] }), ['lib', 'run'], []],
    ['a sink in a field', sinkRule({ key: 'a' }), ['lib', 'run'], []],
    ['a sink at its source', sinkRule({ atSource: true }), ['lib', 'run'], []],
    ['a sink of an assignment', sinkRule({ call: undefined, assign: 'lib.run' }), ['lib', 'run'], []],
    ['a sink that is a guess', sinkRule({ call: '**.run' }), ['~v', 'run'], []],
    [
      'a source and a sink',
      { ...sinkRule({}), ...source({ call: 'lib.run' }) },
      ['lib', 'run'],
      [both, `0 r high ${sql} remote`],
    ],
  ])('%s', (_, file, segments, expected) => {
    expect(shown(file, ...segments)).toEqual(expected);
  });
});
