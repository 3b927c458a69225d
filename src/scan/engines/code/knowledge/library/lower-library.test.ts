import { describe, expect, test } from 'vitest';
import type { RawItem } from '../rule-file.ts';
import type { RuleMeta } from '../rule-types.ts';
import type { Dialect } from './dialect.ts';
import type { Kind } from './kinds.ts';
import type { Library } from './library-schema.ts';
import { lowerLibrary } from './lower-library.ts';

const modules: Dialect = {
  folder: 'py',
  names: 'modules',
  separator: '.',
  dottedModules: true,
  moduleName: String,
};
const written: Dialect = { ...modules, names: 'written' };
const classes: Dialect = { ...modules, folder: 'java', names: 'classes' };
const global: Dialect = { ...modules, folder: 'rb', names: 'global', separator: '::' };

const ruleOf = (id: string) => ({ id, severity: 'high' }) as RuleMeta;
const kinds = new Map<string, Kind>([
  ['sqli', { rule: ruleOf('py-sqli'), label: 'sql', sources: ['cli'] }],
  ['ssrf', { rule: ruleOf('py-ssrf'), label: 'url' }],
  ['debug', { rule: ruleOf('py-debug'), label: undefined }],
]);

function lower(library: object, dialect = modules) {
  return lowerLibrary(
    { library: 'acme', packages: ['acme'], ...library } as unknown as Library,
    dialect,
    kinds,
  );
}

/** What a library file comes to, without the parts that it says nothing about. */
function fileOf(library: object, dialect = modules): object {
  const { file, problems } = lower(library, dialect);
  expect(problems).toEqual([]);
  return Object.fromEntries(Object.entries(file).filter(([, part]) => (part as unknown[]).length > 0));
}

const client = { types: { Client: { declared: [] } } };
const guessing = { types: { Client: { declared: [], guess: ['client'] } } };
const guessedAlias = {
  name: ['~client', '~self.client', '~this.client'],
  as: '@acme:Client?',
  imports: ['acme'],
};

describe('what a fact of a library file is as a rule', () => {
  test.each<[string, object, object]>([
    [
      'a source',
      { sources: [{ read: 'acme.args', title: 't' }] },
      { sources: [{ read: ['acme.args'], title: 't' }] },
    ],
    [
      'a source that cannot do some harm',
      { sources: [{ call: 'acme.{a,b}', except: ['sqli', 'html'] }] },
      {
        sources: [
          expect.objectContaining({
            call: ['acme.a', 'acme.b'],
            labels: expect.not.arrayContaining(['sql']),
          }),
        ],
      },
    ],
    [
      'a sanitizer by what it clears',
      { sanitizers: [{ call: 'acme.quote', clears: ['sqli', 'sql', 'html'] }] },
      { sanitizers: [{ call: ['acme.quote'], clears: ['sql', 'html'] }] },
    ],
    [
      'a sanitizer of everything',
      { sanitizers: [{ read: 'acme.x', clears: ['all'] }] },
      { sanitizers: [{ read: ['acme.x'], clears: ['all'] }] },
    ],
    [
      'a sanitizer by what it strips',
      {
        sanitizers: [
          { call: 'acme.sub', strips: { pattern: 'Argument[0]', by: 'Argument[1,by]', as: 'text' } },
        ],
      },
      { sanitizers: [{ call: ['acme.sub'], strips: { pattern: 0, by: 1, as: 'text' } }] },
    ],
    [
      'a sanitizer that strips without more words',
      { sanitizers: [{ call: 'acme.sub', strips: { pattern: 'Receiver' } }] },
      { sanitizers: [{ call: ['acme.sub'], strips: { pattern: 'receiver' } }] },
    ],
    [
      'a guard',
      {
        guards: [
          {
            call: 'acme.is',
            about: ['Argument[0]', 'Argument[url]'],
            pattern: 'Argument[1]',
            prefix: 'Argument[2]',
            clears: ['ssrf'],
            outcome: false,
          },
        ],
      },
      {
        guards: [
          { call: ['acme.is'], about: [0, 'url'], pattern: 1, prefix: 2, clears: ['url'], outcome: false },
        ],
      },
    ],
    ['a guard without more words', { guards: [{ call: 'acme.is' }] }, { guards: [{ call: ['acme.is'] }] }],
    ['exits', { exits: ['acme.exit', 'acme.quit'] }, { exits: [{ call: ['acme.exit', 'acme.quit'] }] }],
    ['neutral calls', { neutral: 'acme.log' }, { returns: [{ call: ['acme.log'], from: [] }] }],
    [
      'an entry point',
      {
        ...client,
        entry_points: [{ call: 'acme.route', parameters: { 1: 'Client' }, source: 'remote', title: 't' }],
      },
      { entries: [{ call: ['acme.route'], params: ['', '@acme:Client'], taints: 'remote', title: 't' }] },
    ],
    [
      'an entry point whose first parameter is one',
      { ...client, entry_points: [{ call: 'acme.route', parameters: { 0: 'Client' } }] },
      { entries: [{ call: ['acme.route'], params: ['@acme:Client'] }] },
    ],
    [
      'an entry point without parameters',
      { entry_points: [{ decorator: 'acme.get' }, { extends: 'acme.Base' }] },
      { entries: [{ decorator: ['acme.get'] }, { extends: ['acme.Base'] }] },
    ],
    [
      'a result',
      {
        ...client,
        returns: [
          {
            call: 'acme.make',
            type: 'Client',
            from: ['Argument[0]', 'Receiver'],
            same: 'Argument[1]',
            text: 'Argument[2]',
            invokes: 'Argument[3]',
            binds: 'Argument[4]',
            pure: true,
          },
        ],
      },
      {
        returns: [
          {
            call: ['acme.make'],
            as: '@acme:Client',
            from: [0, 'receiver'],
            same: 1,
            text: 2,
            invokes: 3,
            binds: 4,
            pure: true,
          },
        ],
      },
    ],
    [
      'a result without more words',
      { returns: [{ call: 'acme.make' }] },
      { returns: [{ call: ['acme.make'] }] },
    ],
    [
      'a type goes by its class and by what makes it',
      { types: { Client: { made_by: 'acme.connect' } } },
      {
        aliases: [{ name: 'acme.Client()', as: '@acme:Client' }],
        returns: [{ call: ['acme.connect', 'acme.Client'], as: '@acme:Client' }],
      },
    ],
    [
      'a type under another name, with values',
      { types: { Client: { declared: 'acme.http.C', values: ['acme.client'] } } },
      {
        aliases: [
          { name: 'acme.http.C()', as: '@acme:Client' },
          { name: 'acme.client', as: '@acme:Client' },
        ],
        returns: [{ call: ['acme.http.C'], as: '@acme:Client' }],
      },
    ],
    ['a type that nothing makes', client, {}],
    [
      'members that give their object or another',
      {
        types: {
          Client: { declared: [], fluent: ['with'], returns: { open: 'Row' } },
          Row: { declared: [] },
        },
      },
      {
        returns: [
          { call: ['@acme:Client.with'], as: '@acme:Client' },
          { call: ['@acme:Client.open'], as: '@acme:Row' },
        ],
      },
    ],
    [
      'members of what is known by its variable alone',
      {
        types: {
          Client: { declared: [], guess: ['client'], fluent: ['with'], returns: { open: 'Row' } },
          Row: { declared: [] },
        },
      },
      {
        aliases: [guessedAlias],
        returns: [
          { call: ['@acme:Client.with'], as: '@acme:Client' },
          { call: ['@acme:Client?.with'], as: '@acme:Client?' },
          { call: ['@acme:Client.open', '@acme:Client?.open'], as: '@acme:Row' },
        ],
      },
    ],
    [
      'members of subtypes',
      {
        types: {
          A: { declared: [] },
          B: { declared: [], extends: ['A'] },
          C: { declared: [], extends: ['B'] },
        },
        exits: ['A#end', 'B#stop'],
      },
      { exits: [{ call: ['@acme:A.end', '@acme:B.end', '@acme:C.end', '@acme:B.stop', '@acme:C.stop'] }] },
    ],
  ])('%s', (_, library, expected) => {
    expect(fileOf(library)).toEqual(expected);
  });
});

describe('sinks and settings are rules of their kinds', () => {
  const rules = (library: object) => (fileOf(library) as { rules: RawItem[] }).rules;

  test.each<[string, object, object[]]>([
    [
      'a sink',
      { sinks: { sqli: [{ call: 'acme.run', at: 'Argument[0,sql]' }] } },
      [
        {
          id: 'py-sqli',
          severity: 'high',
          label: 'sql',
          kinds: ['cli'],
          sinks: [{ call: ['acme.run'], args: [0, 'sql'] }],
          checks: [],
        },
      ],
    ],
    [
      'a sink in a field, in any argument, and in several places',
      {
        sinks: {
          ssrf: [
            { assign: 'acme.url', at: 'Argument[0].Field[a.b]' },
            { return: 'acme.view', at: 'Argument[any]' },
            { call: 'acme.two', at: ['Argument[0..1]', 'Argument[x]'] },
            { call: 'acme.mix', at: ['Argument[0]', 'Argument[any]'] },
          ],
        },
      },
      [
        {
          id: 'py-ssrf',
          severity: 'high',
          label: 'url',
          sinks: [
            { assign: ['acme.url'], args: [0], key: 'a.b' },
            { return: ['acme.view'] },
            { call: ['acme.two'], args: [0, 1, 'x'] },
            { call: ['acme.mix'] },
          ],
          checks: [],
        },
      ],
    ],
    [
      'a setting, with tests',
      {
        settings: {
          debug: [
            {
              call: 'acme.run',
              where: [
                { at: 'Argument[0].Field[debug]', is: true },
                { at: ['Argument[0]', 'Argument[1]'], name: 'acme.x', not: true },
                { imports: 'acme' },
                { at: 'Argument[any]', dynamic: true },
              ],
            },
            { read: 'acme.debug' },
            { assign: 'acme.mode' },
            { decorator: 'acme.dec' },
            { extends: 'acme.Base' },
          ],
        },
      },
      [
        {
          id: 'py-debug',
          severity: 'high',
          sinks: [],
          checks: [
            {
              call: ['acme.run'],
              when: [
                { arg: 0, key: 'debug', is: true },
                { arg: [0, 1], name: ['acme.x'], not: true },
                { imports: 'acme' },
                { dynamic: true },
              ],
            },
            { read: ['acme.debug'] },
            { assign: ['acme.mode'] },
            { decorator: ['acme.dec'] },
            { extends: ['acme.Base'] },
          ],
        },
      ],
    ],
    [
      'a kind with both is one rule',
      { sinks: { sqli: [{ call: 'acme.a' }] }, settings: { sqli: [{ call: 'acme.b' }] } },
      [
        expect.objectContaining({
          id: 'py-sqli',
          sinks: [{ call: ['acme.a'] }],
          checks: [{ call: ['acme.b'] }],
        }),
      ],
    ],
    [
      'of an object that is known by its variable alone, medium at most',
      {
        ...guessing,
        sinks: {
          sqli: [
            { call: 'Client#run', unknown: { built: 'low' } },
            { call: 'Client#low', severity: 'low' },
            { call: 'Client#critical', severity: 'critical' },
            { call: 'Client#medium', severity: 'medium' },
          ],
        },
      },
      [
        expect.objectContaining({
          sinks: [
            { call: ['@acme:Client.run'], built: 'low' },
            { call: ['@acme:Client?.run'], severity: 'medium' },
            { call: ['@acme:Client.low'], severity: 'low' },
            { call: ['@acme:Client?.low'], severity: 'low' },
            { call: ['@acme:Client.critical'], severity: 'critical' },
            { call: ['@acme:Client?.critical'], severity: 'medium' },
            { call: ['@acme:Client.medium'], severity: 'medium' },
            { call: ['@acme:Client?.medium'], severity: 'medium' },
          ],
        }),
      ],
    ],
    [
      'a kind of its own',
      {
        rules: [{ kind: 'x-mine', label: 'path', title: 't', severity: 'low' }],
        sinks: { 'x-mine': [{ call: 'acme.a' }] },
      },
      [
        {
          id: 'py-x-mine',
          title: 't',
          severity: 'low',
          owasp: [],
          references: [],
          label: 'path',
          sinks: [{ call: ['acme.a'] }],
          checks: [],
        },
      ],
    ],
    [
      'a sink with a label of its own in a rule that follows no data',
      { sinks: { debug: [{ call: 'acme.a', label: 'path' }] } },
      [expect.objectContaining({ sinks: [{ call: ['acme.a'], label: 'path' }] })],
    ],
  ])('%s', (_, library, expected) => {
    expect(rules(library)).toEqual(expected);
  });
});

describe('what is wrong with a file', () => {
  test.each<[object, string]>([
    [
      { sanitizers: [{ call: 'acme.q' }] },
      'sanitizers.0: A sanitizer has "clears", or "strips" where it depends on the characters',
    ],
    [
      { guards: [{ call: 'acme.a' }, { call: 'acme.q', about: 'Argument[any]' }] },
      'guards.1: Only single arguments and the receiver can be named here',
    ],
    [
      { guards: [{ call: 'acme.q', about: 'Argument[0].Field[a]' }] },
      'guards.0: Only single arguments and the receiver can be named here',
    ],
    [
      { sinks: { sqli: [{ call: 'acme.a', at: ['Argument[0]', 'Argument[1].Field[a]'] }] } },
      'sinks.sqli.0: All places of a list must have the same field behind them',
    ],
    [
      { sinks: { debug: [{ call: 'acme.a' }] } },
      'sinks.debug: "debug" follows no data: put it under "settings"',
    ],
    [
      { sinks: { sqlj: [] } },
      'sinks.sqlj: There is no kind "sqlj". Did you mean "sqli"? Kinds with data flow are sqli, ssrf; one of your own starts with "x-" and is declared under "rules"',
    ],
    [
      { settings: { quiet: [] } },
      'settings.quiet: There is no kind "quiet". A kind is the id of a rule without its language; "lorekeep rules list code" prints them; one of your own starts with "x-" and is declared under "rules"',
    ],
    [
      { settings: { debu: [] } },
      'settings.debu: There is no kind "debu". Did you mean "debug"? A kind is the id of a rule without its language; "lorekeep rules list code" prints them; one of your own starts with "x-" and is declared under "rules"',
    ],
    [
      { sanitizers: [{ call: 'acme.q', clears: ['debug'] }] },
      'sanitizers.0: There is no kind "debug". Kinds with data flow are sqli, ssrf; one of your own starts with "x-" and is declared under "rules"',
    ],
    [
      { exits: ['other.exit'] },
      'exits: "other.exit" is in none of the packages (acme); write the package in front, or "Type#member"',
    ],
    [{ neutral: ['Client#x'] }, 'neutral: There is no type "Client" in this file; declare it under "types"'],
    [
      { types: { A: { declared: [], extends: ['B'] } } },
      'types.A: There is no type "B" in this file; declare it under "types" (there are A)',
    ],
    [{ ...client, exits: ['Client#a-'] }, ''],
    [
      { ...client, exits: ['Client#a b'] },
      'exits: "a b" in "Client#a b" is not a member such as "get" or "result.body"',
    ],
    [{ exits: ['*.x'] }, 'exits: "*.x" is not a name; write "package.function" or "Type#member"'],
  ])('%j', (library, expected) => {
    expect(
      lower(library)
        .problems.map(({ path, message }) => `${path.join('.')}: ${message}`)
        .join('\n'),
    ).toBe(expected);
  });

  test('what is no fault of the file is thrown', () => {
    expect(() => lower({ sources: [{ read: 'acme.a', except: 7 }] })).toThrow(TypeError);
  });
});

test('what else is known of a file', () => {
  const { names, guards, ruleIds } = lower({
    ...client,
    guards: [{ call: ['acme.{a,b}', 'Client#c'] }],
    sinks: { sqli: [{ call: 'acme.run' }] },
    settings: { debug: [{ call: 'acme.run' }] },
  });
  expect([...guards]).toEqual(['acme.a', 'acme.b', 'Client#c']);
  expect([...ruleIds]).toEqual(['py-sqli', 'py-debug']);
  expect([...names]).toEqual([
    ['acme.run', ['acme.run']],
    ['acme.a', ['acme.a']],
    ['acme.b', ['acme.b']],
    ['Client#c', ['@acme:Client.c']],
  ]);
  // Each name with its own patterns, those by a variable among them.
  expect([...lower({ ...guessing, exits: ['Client#{a,b}'] }).names]).toEqual([
    ['Client#a', ['@acme:Client.a', '@acme:Client?.a']],
    ['Client#b', ['@acme:Client.b', '@acme:Client?.b']],
  ]);
});

describe('names in other languages', () => {
  test('types go by simple names, which imports tell apart', () => {
    expect(
      fileOf(
        {
          packages: ['com.acme', 'com.acme.http'],
          types: { Client: {} },
          exits: ['com.acme.http.Tool.quit', 'com.acme.Other.make().end'],
        },
        classes,
      ),
    ).toEqual({
      exits: [{ call: ['@acme:Tool!.quit', '@acme:Other!.make().end'] }],
      aliases: [
        { name: '@acme:Client!()', as: '@acme:Client' },
        { name: 'Tool', as: '@acme:Tool!', imports: ['com.acme.http'] },
        { name: 'Other', as: '@acme:Other!', imports: ['com.acme'] },
        { name: 'Client', as: '@acme:Client!', imports: ['com.acme'] },
        { name: 'Client()', as: '@acme:Client', imports: ['com.acme'] },
      ],
      returns: [{ call: ['@acme:Client!'], as: '@acme:Client' }],
    });
    expect(lower({ packages: ['com.acme'], exits: ['com.acme'] }, classes).problems[0]!.message).toBe(
      '"com.acme" names a package; write a class or a function of it',
    );
  });

  test('names that mean the same in every file', () => {
    expect(
      fileOf(
        { types: { Client: { made_by: 'Acme::Client.new' } }, exits: ['Acme::Tool.quit', 'acme::x::y'] },
        global,
      ),
    ).toEqual({
      exits: [{ call: ['Acme.Tool.quit', 'acme.x.y'] }],
      returns: [{ call: ['Acme.Client.new'], as: '@acme:Client' }],
    });
  });

  test('a path is one segment', () => {
    const go: Dialect = { ...modules, dottedModules: false, moduleName: (name) => name.replace(/^.*\//, '') };
    expect(fileOf({ packages: ['x.org/acme'], exits: ['x.org/acme.Quit', 'x.org/acme'] }, go)).toEqual({
      exits: [{ call: ['`acme`.Quit', '`acme`'] }],
    });
  });

  test('patterns of the engine stay as they are', () => {
    const facts = {
      ...guessing,
      exits: ['**.x', 'a.{b,c}', 'Client#end'],
      entry_points: [{ call: 'a', parameters: { 0: 'request', 1: 'Client' } }],
      aliases: [{ name: 'a', as: 'b' }],
      constants: [{ name: 'c', is: 1 }],
      shared: [{ name: 'd' }],
      external: [{ languages: ['x'], names: ['e'] }],
    };
    expect(fileOf(facts, written)).toEqual({
      exits: [{ call: ['**.x', 'a.{b,c}', '@acme:Client.end', '@acme:Client?.end'] }],
      entries: [{ call: ['a'], params: ['request', '@acme:Client'] }],
      aliases: [{ name: 'a', as: 'b' }, guessedAlias],
      constants: [{ name: 'c', is: 1 }],
      shared: [{ name: 'd' }],
      external: [{ languages: ['x'], names: ['e'] }],
    });
  });
});

describe('how many names a file stands for', () => {
  const choices = (count: number) => `{${Array.from({ length: count }, (_, at) => `a${at}`)}}`;
  const problems = (...exits: string[]) => lower({ exits }).problems.map(({ message }) => message.slice(-46));
  const tooMany = ['stands for too many names: at most 5000 in a file'.slice(-46)];

  test.each([
    [[`acme.${choices(500)}`], []],
    [[`acme.${choices(501)}`], tooMany],
    [[`acme.${choices(25)}.${choices(20)}`], []],
    [[`acme.${choices(25)}.${choices(21)}`], tooMany],
    [Array.from({ length: 10 }, () => `acme.${choices(500)}`), []],
    [[...Array.from({ length: 10 }, () => `acme.${choices(500)}`), 'acme.x'], tooMany],
  ])('%#', (exits, expected) => {
    expect(problems(...exits)).toEqual(expected);
  });
});
