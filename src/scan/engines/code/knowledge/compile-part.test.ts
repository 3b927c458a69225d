import { describe, expect, test } from 'vitest';
import { compilePart } from './compile-part.ts';
import type { RulePart } from './index-rules.ts';
import { allLabels, labelMask } from './labels.ts';
import type { RawItem } from './rule-file.ts';
import type { NameMatch, RuleMeta } from './rule-types.ts';

const rules = [
  { id: 'a', severity: 'low' },
  { id: 'b', severity: 'high' },
] as RuleMeta[];

/** The one thing that a part adds to what is known of a name, compiled twice so that a list must grow. */
function added(part: Record<string, unknown>, raw: RawItem): Record<string, unknown> {
  const match = {
    sources: [],
    sinks: [],
    checks: [],
    sanitizers: [],
    guards: [],
    entries: [],
    decorated: [],
    inherited: [],
    returned: [],
    importedAliases: [],
    exits: false,
    shared: false,
  } as unknown as NameMatch;
  compilePart({ item: 0, ...part } as RulePart, raw, rules)(match);
  return Object.fromEntries(
    Object.entries(match).filter(
      ([, value]) => value !== false && (value as { length?: number }).length !== 0,
    ),
  );
}

const plainEntry = {
  params: [],
  taints: undefined,
  from: 0,
  isInner: false,
  arity: undefined,
  except: undefined,
  plain: false,
  segments: false,
  when: [],
  title: 'request data',
  isAcross: false,
};
const fullEntry = {
  params: ['a', ''],
  taints: 'cli',
  from: 2,
  isInner: true,
  plain: true,
  arity: 3,
  except: /^ctx$/,
  segments: true,
  when: [expect.objectContaining({ args: [1] })],
  title: 'a message',
  isAcross: true,
};
const rawEntry = {
  plain: true,
  params: ['a', ''],
  taints: 'cli',
  from: 2,
  inner: true,
  arity: 3,
  except: '^ctx$',
  segments: true,
  when: [{ arg: 1, dynamic: true }],
  title: 'a message',
  across: true,
};

const plainReturned = {
  as: undefined,
  from: undefined,
  text: undefined,
  form: undefined,
  empty: undefined,
  pure: false,
  checked: false,
  same: undefined,
  restores: 0,
  receiver: undefined,
  invokes: undefined,
  answers: false,
  list: undefined,
  map: undefined,
  binds: undefined,
  makes: undefined,
  gives: undefined,
  into: [],
  when: [],
};

const plainGuard = {
  about: [0],
  outcome: true,
  throws: false,
  clears: 0,
  pattern: undefined,
  anchors: 'none',
  lines: false,
  flags: [],
  linesFlags: [],
  prefix: undefined,
  segments: false,
  partial: false,
  origins: false,
  is: undefined,
  conforms: undefined,
  verdict: false,
};

describe('what a part of the rules adds to a name', () => {
  test.each<[string, Record<string, unknown>, RawItem, Record<string, unknown>]>([
    [
      'a source of which nothing is said is remote, untrusted and can do all harm',
      { kind: 'source', on: 'read' },
      {},
      {
        sources: [
          {
            on: 'read',
            kind: 'remote',
            mask: allLabels,
            title: 'untrusted input',
            inFields: false,
            ofClass: false,
            isSegment: false,
            when: [],
          },
        ],
      },
    ],
    [
      'a source of which all is said',
      { kind: 'source', on: 'call' },
      {
        kind: 'cli',
        labels: ['sql', 'path'],
        title: 'an option',
        inFields: true,
        ofClass: true,
        isSegment: false,
        when: [{ arg: 0, is: 'x' }],
      },
      {
        sources: [
          {
            on: 'call',
            kind: 'cli',
            mask: labelMask(['sql', 'path']),
            title: 'an option',
            inFields: true,
            ofClass: true,
            isSegment: false,
            when: [expect.objectContaining({ args: [0], is: ['x'] })],
          },
        ],
      },
    ],
    [
      'a sanitizer that clears nothing',
      { kind: 'sanitizer', on: 'call' },
      {},
      {
        sanitizers: [
          {
            on: 'call',
            clears: 0,
            strips: undefined,
            leads: undefined,
            harmless: false,
            elsewhere: false,
            when: [],
          },
        ],
      },
    ],
    [
      'a sanitizer of which all is said',
      { kind: 'sanitizer', on: 'read' },
      {
        clears: 'html',
        strips: { pattern: 0, by: 'with', as: 'text' },
        leads: 'downward',
        harmless: true,
        elsewhere: true,
        when: [{ arg: 0, is: 'x' }],
      },
      {
        sanitizers: [
          {
            on: 'read',
            clears: labelMask(['html']),
            strips: { pattern: 0, by: 'with', as: 'text' },
            leads: 'downward',
            harmless: true,
            elsewhere: true,
            when: [expect.objectContaining({ args: [0], is: ['x'] })],
          },
        ],
      },
    ],
    [
      'a pattern that is stripped is an expression',
      { kind: 'sanitizer', on: 'call' },
      { strips: { pattern: 1 } },
      {
        sanitizers: [expect.objectContaining({ strips: { pattern: 1, by: undefined, as: 'expression' } })],
      },
    ],
    ['a guard is about its first argument', { kind: 'guard' }, {}, { guards: [plainGuard] }],
    [
      'a guard of which all is said',
      { kind: 'guard' },
      {
        about: 'receiver',
        outcome: false,
        throws: true,
        clears: 'all',
        pattern: 1,
        anchors: 'whole',
        lines: true,
        flags: ['flags'],
        linesFlags: ['MULTILINE'],
        prefix: 0,
        segments: true,
        partial: true,
        origins: true,
        is: 'unicast',
        verdict: true,
      },
      {
        guards: [
          {
            about: ['receiver'],
            outcome: false,
            throws: true,
            clears: allLabels,
            pattern: 1,
            anchors: 'whole',
            lines: true,
            flags: ['flags'],
            linesFlags: ['MULTILINE'],
            prefix: 0,
            segments: true,
            partial: true,
            origins: true,
            is: 'unicast',
            conforms: undefined,
            verdict: true,
          },
        ],
      },
    ],
    [
      'a guard about several',
      { kind: 'guard' },
      { about: [1, 'url'], outcome: true },
      { guards: [{ ...plainGuard, about: [1, 'url'] }] },
    ],
    ['an exit', { kind: 'exit' }, {}, { exits: true }],
    ['a shared place', { kind: 'shared' }, {}, { shared: true }],
    ['an entry', { kind: 'entry' }, {}, { entries: [plainEntry] }],
    ['an entry by signature', { kind: 'signed' }, {}, { entries: [plainEntry] }],
    ['an entry by key', { kind: 'keyed' }, rawEntry, { entries: [fullEntry] }],
    ['an entry by decorator', { kind: 'decorated' }, rawEntry, { decorated: [fullEntry] }],
    [
      'an entry by base calls every method',
      { kind: 'inherited' },
      {},
      { inherited: [{ entry: plainEntry, methods: /./, isAcross: false }] },
    ],
    [
      'an entry by base calls those that are named',
      { kind: 'inherited' },
      { ...rawEntry, methods: '^do' },
      { inherited: [{ entry: fullEntry, methods: /^do/, isAcross: true }] },
    ],
    ['a result', { kind: 'returned' }, {}, { returned: [plainReturned] }],
    [
      'a result of which all is said',
      { kind: 'returned' },
      {
        as: 'a.b()',
        from: [0, 'receiver'],
        text: 1,
        form: 'normal',
        empty: 'list',
        pure: true,
        checked: true,
        same: 2,
        restores: ['html'],
        receiver: 'c.d',
        invokes: 0,
        answers: true,
        list: 'args',
        map: 'kwargs',
        binds: 3,
        makes: 4,
        gives: 5,
        into: [-1, 1],
        when: [{ arg: 0, missing: true }],
      },
      {
        returned: [
          {
            as: ['a', 'b', '()'],
            from: [0, 'receiver'],
            text: 1,
            form: 'normal',
            empty: 'list',
            pure: true,
            checked: true,
            same: 2,
            restores: labelMask(['html']),
            receiver: ['c', 'd'],
            invokes: 0,
            answers: true,
            list: 'args',
            map: 'kwargs',
            binds: 3,
            makes: 4,
            gives: 5,
            into: [-1, 1],
            when: [expect.objectContaining({ args: [0], missing: true })],
          },
        ],
      },
    ],
    ['an alias', { kind: 'alias' }, { as: 'a.b.c' }, { alias: ['a', 'b', 'c'] }],
    [
      'an alias where something is imported',
      { kind: 'alias' },
      { as: 'a.b', imports: 'x' },
      { importedAliases: [{ as: ['a', 'b'], imports: ['x'] }] },
    ],
    ['a constant', { kind: 'constant' }, { is: 0 }, { constant: 0 }],
    [
      'a sink takes kind and severity from its rule',
      { kind: 'sink', on: 'call', rule: 1 },
      { label: 'sql' },
      {
        sinks: [
          {
            rule: rules[1],
            on: 'call',
            label: labelMask(['sql']),
            args: [],
            keys: [],
            when: [],
            kinds: ['remote', 'cli', 'model', 'stored'],
            severity: 'high',
            dynamic: undefined,
            built: undefined,
            own: undefined,
            offered: undefined,
            atSource: false,
            late: false,
          },
        ],
      },
    ],
    [
      'a sink of which all is said',
      { kind: 'sink', on: 'assign', rule: 0 },
      {
        label: 'shell',
        args: [0, 'cmd'],
        key: 'a.b',
        when: [{ arg: 2, built: true }],
        kinds: ['secret'],
        severity: 'critical',
        dynamic: 'low',
        built: 'medium',
        own: 'info',
        offered: 'high',
        atSource: true,
        late: true,
      },
      {
        sinks: [
          {
            rule: rules[0],
            on: 'assign',
            label: labelMask(['shell']),
            args: [0, 'cmd'],
            keys: ['a', 'b'],
            when: [expect.objectContaining({ args: [2], built: true })],
            kinds: ['secret'],
            severity: 'critical',
            dynamic: 'low',
            built: 'medium',
            own: 'info',
            offered: 'high',
            atSource: true,
            late: true,
          },
        ],
      },
    ],
    [
      'a check takes its severity from its rule',
      { kind: 'check', on: 'call', rule: 1 },
      {},
      {
        checks: [
          { rule: rules[1], label: 0, on: 'call', when: [], late: false, needsText: false, severity: 'high' },
        ],
      },
    ],
    [
      'a check of which all is said',
      { kind: 'check', on: 'key', rule: 0 },
      { label: 'url', late: true, severity: 'medium', when: [{ arg: 0, text: 'x' }] },
      {
        checks: [
          {
            rule: rules[0],
            label: labelMask(['url']),
            on: 'key',
            when: [expect.objectContaining({ args: [0], text: /x/ })],
            late: true,
            needsText: true,
            severity: 'medium',
          },
        ],
      },
    ],
  ])('%s', (_, part, raw, expected) => {
    expect(added(part, raw)).toEqual(expected);
  });

  test('the first alias and the first constant stay', () => {
    const match = { alias: ['a'], constant: 1 } as unknown as NameMatch;
    compilePart({ kind: 'alias', item: 0 }, { as: 'b' }, rules)(match);
    compilePart({ kind: 'constant', item: 0 }, { is: 2 }, rules)(match);
    expect(match).toEqual({ alias: ['a'], constant: 1 });
  });
});

describe('how severe a program is that a package builds from arguments', () => {
  test.each<[RawItem, string | undefined]>([
    [{ label: 'shell', built: 'low', dynamic: 'medium' }, 'low'],
    [{ label: 'code', built: 'low', dynamic: 'medium' }, 'low'],
    [{ label: 'shell', dynamic: 'medium' }, 'medium'],
    [{ label: 'shell' }, undefined],
    [{ label: 'sql', built: 'low', dynamic: 'medium' }, undefined],
    [{ label: 'sql', built: 'low', offered: 'high' }, 'high'],
    [{ label: 'shell', built: 'low', offered: 'high' }, 'high'],
  ])('%j: %s', (raw, offered) => {
    expect(added({ kind: 'sink', on: 'call', rule: 0 }, raw)).toEqual({
      sinks: [expect.objectContaining({ offered })],
    });
  });
});

describe('a check that cannot hold where nothing is known of the text', () => {
  test.each<[RawItem, boolean]>([
    [{ arg: 0, text: 'x' }, true],
    [{ arg: 0, built: true }, true],
    [{ arg: 0, built: false }, false],
    [{ arg: 0, text: 'x', not: true }, false],
    [{ arg: 0, built: true, not: true }, false],
    [{ arg: 0, text: 'x', key: 'a' }, false],
    [{ arg: 0, matches: 'x' }, false],
  ])('%j: %s', (when, needsText) => {
    const checks = added({ kind: 'check', on: 'call', rule: 0 }, { when: [{ arg: 1 }, when] });
    expect(checks).toEqual({ checks: [expect.objectContaining({ needsText })] });
  });
});
