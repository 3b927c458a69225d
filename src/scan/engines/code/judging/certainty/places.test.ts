import { describe, expect, test } from 'vitest';
import { Passages } from '../../analysis/conditions/passages.ts';
import type { RunView } from '../../analysis/events.ts';
import type { Origin, SourceOrigin, StepKind, TaintEntry } from '../../domain/taint.ts';
import { literalValue, unknownValue, type Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { labelMask } from '../../knowledge/labels.ts';
import { QualifiedName } from '../../knowledge/qualified-name.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { Sink } from '../../knowledge/rule-types.ts';
import { isCleanedAtSource } from './cleaned-source.ts';
import { severityWhereGiven } from './open-address.ts';
import { isOwnAddress } from './own-address.ts';
import { isSentAsText } from './sent-as-text.ts';

const sinkOf = (label: string, more: object = {}) => ({ label: labelMask([label]), ...more }) as Sink;
/** A run at a text; `[[…]]` is the function around the place, `<<…>>` the source. */
function at(marked: string, more: object = {}) {
  const text = marked.replace(/\[\[|\]\]|<<|>>/g, '');
  const placeOf = (mark: string) =>
    marked.slice(0, marked.indexOf(mark)).replace(/\[\[|\]\]|<<|>>/g, '').length;
  const fn = marked.includes('[[')
    ? ({
        start: placeOf('[['),
        end: placeOf(']]'),
        parameters: [],
        body: [],
        name: '',
      } as unknown as FunctionIr)
    : undefined;
  const run = {
    file: { text, path: 'a.js', passages: new Passages(text), imports: () => false },
    frame: { fn, outer: undefined },
    traits: {},
    ...more,
  } as unknown as RunView;
  const source = {
    k: 'source',
    id: 1,
    kind: 'remote',
    title: 's',
    span: { start: placeOf('<<'), end: placeOf('>>') },
  } as SourceOrigin;
  return { run, source };
}
const blanks = (count: number) => ' '.repeat(count);

test.each<[string, string, boolean]>([
  ['path', 'x(<<r.URL.Path>>)', true],
  ['path', 'x(<<r.URL.Path.a>>)', false],
  ['path', 'x(<<r.FormValue("a")>>)', false],
  ['html', 'x(<<r.URL.Path>>)', false],
])('what a router has cleaned: %s of %s', (label, marked, expected) => {
  const { run, source } = at(marked);
  expect(isCleanedAtSource(run, sinkOf(label), source)).toBe(expected);
});

describe('a page that is sent to its own address', () => {
  const ask = (label: string, marked: string, ...how: Array<StepKind | undefined>) => {
    const { run, source } = at(marked);
    const step = how.reduce<TaintEntry['step']>(
      (previous, each) => ({
        span: { start: 0, end: 1 },
        how: each,
        previous,
        length: (previous?.length ?? 0) + 1,
      }),
      undefined,
    );
    return isOwnAddress(
      run,
      sinkOf(label),
      { origin: source, mask: 1, step, check: undefined, awaits: undefined },
      source,
    );
  };
  test.each<[string, string, boolean]>([
    ['redirect', 'x = <<location.href>>', true],
    ['redirect', 'x = <<window.location>>', true],
    ['redirect', 'x = <<req.url>>', false],
    ['html', 'x = <<location.href>>', false],
    ['redirect', 'x = <<location.href>>.split(a)', false],
    ['redirect', 'y.split(a); [[x = <<location.href>>]]', true],
    ['redirect', '[[x = <<location.href>>]] y.split(a)', true],
    ['redirect', '[[y.split(a); x = <<location.href>>]]', false],
    ['redirect', `y.split(a)${blanks(1_990)}<<location.href>>`, false],
    ['redirect', `y.split(a)${blanks(2_000)}<<location.href>>`, true],
    ['redirect', `<<location.href>>${blanks(1_992)}y.slice(a)`, false],
    ['redirect', `<<location.href>>${blanks(2_000)}y.slice(a)`, true],
    ['redirect', `[[<<location.href>>${blanks(19_980)}.at(a)]]`, false],
    ['redirect', `[[<<location.href>>${blanks(19_990)}.at(a)]]`, true],
  ])('%s: %s', (label, marked, expected) => {
    expect(ask(label, marked)).toBe(expected);
  });

  test('what other functions do is not looked at', () => {
    expect(ask('redirect', '<<location.href>>', undefined, 'joined')).toBe(true);
    expect(ask('redirect', '<<location.href>>', 'called')).toBe(false);
    expect(ask('redirect', '<<location.href>>', 'called', 'joined')).toBe(false);
  });
});

describe('an answer that is likely no page', () => {
  const ask = (
    marked: string,
    text?: string,
    traits: object = {},
    label = 'html',
    sent: Expr | undefined = undefined,
  ) => {
    const { run } = at(marked, { traits });
    return isSentAsText(run, sinkOf(label), sent ?? { start: 0, end: 0 }, text);
  };
  const callWith = (...values: Array<string | number>): Expr => ({
    k: 'call',
    callee: { k: 'name', name: 'f', start: 0, end: 1 },
    args: values.map((value) => ({ value: { k: 'const', value, start: 0, end: 1 } })),
    isNew: false,
    start: 0,
    end: 1,
  });
  test.each<[string, string | undefined, boolean]>([
    ['<<x>>', undefined, false],
    ['<p><<x>>', undefined, false],
    ['res.contentType = "text/plain"; <<x>>', '<p>\0', true],
    ['res.contentType = "text/plain"; <<x>>; res.contentType = type;', '<p>\0', false],
    ['res.contentType = "text/html"; <<x>>', undefined, false],
    ['[[res.contentType = "text/html"; <<x>>]]', undefined, false],
    ['res.contentType = "text/plain"; [[<<x>>]]', '<p>\0', false],
    ['[[res.contentType = "text/plain"; <<x>>]]', '<p>\0', true],
    ['<<x>>', '{"a": <\0', false],
    ['<<x>>', '#a<\0', true],
    ['<<x>>', 'a\0{', false],
    ['<<x>>', 'a\0<', false],
    ['<<req.body.a>>', '<p>\0', false],
    [`${blanks(99_970)} content-type: "text/plain" <<x>>`, '<p>\0', true],
    [`${blanks(99_990)} content-type: "text/plain" <<x>>`, '<p>\0', false],
  ])('%s with %j', (marked, text, expected) => {
    expect(ask(marked, text)).toBe(expected);
  });

  test('only a page can be one, and Go looks at the beginning', () => {
    expect(ask('content-type: "text/plain" <<x>>', undefined, {}, 'sql')).toBe(false);
    const go = { severalResults: true };
    expect([
      ask('<<x>>', 'a\0', go),
      ask('<<x>>', ' <p>\0', go),
      ask('<<x>>', ' \0', go),
      ask('<<x>>', undefined, go),
    ]).toEqual([true, false, false, false]);
  });

  test('a format is the beginning where nothing else is known', () => {
    const go = { severalResults: true };
    expect(ask('<<x>>', undefined, go, 'html', callWith(1, 'a%s'))).toBe(true);
    expect(ask('<<x>>', undefined, go, 'html', callWith('<p>%s'))).toBe(false);
    expect(ask('<<x>>', undefined, go, 'html', callWith('%s'))).toBe(false);
    expect(ask('<<x>>', undefined, {}, 'html', callWith('#%s'))).toBe(true);
    expect(ask('<<x>>', undefined, {}, 'html', callWith('<p>%s'))).toBe(false);
    expect(ask('<<x>>', undefined, {}, 'html', callWith())).toBe(false);
  });
});

describe('an address that whoever calls gives', () => {
  const nameOf = (...segments: string[]) => {
    let found = new QualifiedName('', undefined) as Name;
    for (const segment of segments) found = found.child(segment);
    return found;
  };
  const parameter = (field?: string): Origin => ({ k: 'parameter', id: 1, index: 0, field });
  const entry = (origin: Origin, check?: string): TaintEntry => ({
    origin,
    mask: 1,
    step: undefined,
    check,
    awaits: undefined,
  });
  const open = { severity: 'medium', naming: ['webhook', 'feed'], imports: [] as string[] };
  const ask = (
    value: Partial<Value>,
    able: TaintEntry[] | undefined,
    more: { path?: string; open?: object | undefined; imports?: boolean; fn?: object } = {},
  ) => {
    const { run } = at('<<>>', {});
    const view = {
      ...run,
      file: { ...run.file, path: more.path ?? 'src/webhooks.js', imports: () => more.imports === true },
      frame: { fn: more.fn, outer: undefined },
    } as unknown as RunView;
    const rule = 'open' in more ? { open: more.open } : { open };
    return severityWhereGiven(view, { rule } as unknown as Sink, { ...unknownValue, ...value }, able);
  };
  const url = { name: nameOf('~url') };
  const given = [entry(parameter())];

  test.each<[string, ReturnType<typeof ask>, string | undefined]>([
    ['an argument', ask(url, given), 'medium'],
    ['a field', ask({}, [entry(parameter('callbackUrl'))]), 'medium'],
    ['a field of another name', ask({}, [entry(parameter('name'))]), undefined],
    ['a result of a call', ask({ name: nameOf('~a', 'link', '()') }, given), 'medium'],
    ['no rule about it', ask(url, given, { open: undefined }), undefined],
    ['a text', ask({ ...url, text: 'a\0' }, given), undefined],
    [
      'an object',
      ask({ ...url, shape: { kind: 'map', fields: new Map(), rest: undefined, length: undefined } }, given),
      undefined,
    ],
    ['a function', ask({ ...url, closures: [] }, given), undefined],
    ['nothing that arrives', ask(url, undefined), undefined],
    [
      'a source',
      ask(url, [entry({ k: 'call', id: 1, call: 0, field: undefined, isKept: false })]),
      undefined,
    ],
    ['what was checked', ask(url, [entry(parameter(), 'isUrl')]), undefined],
    ['what was checked in part', ask(url, [entry(parameter()), entry(parameter('a'), 'isUrl')]), undefined],
    ['another name', ask({ name: nameOf('~name') }, given), undefined],
    ['a setting', ask({ name: nameOf('~config', 'url') }, given), undefined],
    ['a file about something else', ask(url, given, { path: 'src/users.js' }), undefined],
    ['a file about several', ask(url, given, { path: 'src/feeds/a.js' }), 'medium'],
    [
      'a class about it',
      ask(url, given, { path: 'a.js', fn: { className: 'FeedReader', body: [], parameters: [], name: '' } }),
      'medium',
    ],
    [
      'a function about it',
      ask(url, given, { path: 'a.js', fn: { body: [], parameters: [], name: 'sendWebhook' } }),
      'medium',
    ],
    [
      'a library that is imported',
      ask(url, given, { open: { ...open, imports: ['x'] }, imports: true }),
      'medium',
    ],
    ['a library that is not', ask(url, given, { open: { ...open, imports: ['x'] } }), undefined],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected);
  });

  test('a literal is no address', () => {
    expect(ask({ ...literalValue, text: 'a' }, given)).toBeUndefined();
  });
});
