import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import { memoryLimits } from '../../memory/limits.ts';
import { guardPolicyBody } from '../guard-schemas.ts';
import {
  contextBody,
  deleteBody,
  facetsBody,
  filterOf,
  filterQuery,
  namespaceSettingsBody,
  searchBody,
  updateBody,
  writeBody,
} from '../memory-schemas.ts';
import { diffQuery, newScan } from '../scan-schemas.ts';
import { batchDecision } from '../triage-schemas.ts';
import { check } from '../validation.ts';

/** `path code` of each fault; nothing where the request is accepted. */
function faults(schema: z.ZodType, input: unknown): string[] {
  try {
    check(schema, input);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.details!.map(({ path, code }) => `${path} ${code}`);
  }
}

const filter = { path: '/metadata/a', op: 'eq', value: 1 };
const entries = (...list: object[]) => ({ namespace: 'n', entries: list });
const search = { namespace: 'n', query: 'q' };
const wide = 'é'.repeat(memoryLimits.contentBytes / 2);
const said = (content: string) => ({ messages: [{ role: 'user', content }] });
const filterOfBytes = (bytes: number) => {
  const bare = Buffer.byteLength(JSON.stringify({ ...filter, value: '' }));
  return { ...filter, value: 'x'.repeat(bytes - bare) };
};

const rows: Array<[what: string, schema: z.ZodType, input: unknown, expected: string[]]> = [
  ['a content as long as it may be', writeBody, entries({ content: wide }), []],
  [
    'a content that is too long',
    writeBody,
    entries({ content: `${wide}x` }),
    ['entries[0].content too_large'],
  ],
  ['a content that shows nothing', writeBody, entries({ content: ' \u200b' }), ['entries[0].content blank']],
  ['neither content nor messages', writeBody, entries({}), ['entries[0].content required']],
  [
    'times as far away as they may be',
    writeBody,
    entries({ content: 'a', occurredAt: '0000-01-01T00:00:00Z', expiresAt: '9999-12-31T23:59:59.999Z' }),
    [],
  ],
  [
    'times that another time zone puts out of the years of four digits',
    writeBody,
    entries({
      content: 'a',
      occurredAt: '0000-01-01T00:00:00+01:00',
      expiresAt: '9999-12-31T23:59:59-05:00',
    }),
    ['entries[0].expiresAt time_out_of_range', 'entries[0].occurredAt time_out_of_range'],
  ],
  [
    'no time at all',
    writeBody,
    entries({ content: 'a', occurredAt: 'soon' }),
    ['entries[0].occurredAt invalid_format'],
  ],
  [
    'a search as of a time that is too far away',
    searchBody,
    { ...search, asOf: '9999-12-31T23:59:59-05:00' },
    ['asOf time_out_of_range'],
  ],
  [
    'a decision that ends too late',
    batchDecision,
    { ids: ['fin_a'], status: 'open', expiresAt: '9999-12-31T23:59:59-05:00' },
    ['expiresAt time_out_of_range'],
  ],
  ['both', writeBody, entries({ content: 'a', ...said('b') }), ['entries[0].messages ambiguous']],
  ['messages', writeBody, entries(said('b')), []],
  ['messages, and null for content', writeBody, entries({ content: null, ...said('b') }), []],
  ['content, and null for messages', writeBody, entries({ content: 'a', messages: null }), []],
  ['null for both', writeBody, entries({ content: null, messages: null }), ['entries[0].content required']],
  [
    'messages as long as they may be',
    writeBody,
    entries(said('x'.repeat(memoryLimits.contentBytes - 'user: '.length))),
    [],
  ],
  [
    'messages that are too long as one text',
    writeBody,
    entries(said('x'.repeat(memoryLimits.contentBytes - 'user: '.length + 1))),
    ['entries[0].messages too_large'],
  ],
  [
    'the same name twice',
    writeBody,
    entries({ content: 'a', externalId: 'x' }, { content: 'b', externalId: 'x' }),
    ['entries[1].externalId duplicate'],
  ],
  ['two names', writeBody, entries({ content: 'a', externalId: 'x' }, { content: 'b', externalId: 'y' }), []],
  ['no names', writeBody, entries({ content: 'a' }, { content: 'b' }), []],
  [
    'a namespace without a name',
    writeBody,
    { namespace: '', entries: [{ content: 'a' }] },
    ['namespace blank'],
  ],
  ['a namespace with a blank', writeBody, { namespace: ' ', entries: [{ content: 'a' }] }, []],
  [
    'a control character',
    writeBody,
    { namespace: 'a\u0001', entries: [{ content: 'a' }] },
    ['namespace control_character'],
  ],
  [
    'half of a pair',
    writeBody,
    { namespace: '\ud800', entries: [{ content: 'a' }] },
    ['namespace lone_surrogate'],
  ],
  [
    'metadata that are no object',
    writeBody,
    entries({ content: 'a', metadata: [] }),
    ['entries[0].metadata invalid_type'],
  ],

  ['a query', searchBody, search, []],
  ['a blank query', searchBody, { ...search, query: ' ' }, ['query blank']],
  ['a blank query with a vector', searchBody, { ...search, query: '', vector: [1, 0] }, []],
  ['100 explained results', searchBody, { ...search, explain: true, limit: 100 }, []],
  ['101 explained results', searchBody, { ...search, explain: true, limit: 101 }, ['limit invalid']],
  ['an explained search', searchBody, { ...search, explain: true }, []],
  ['101 results', searchBody, { ...search, limit: 101 }, []],
  ['101 results, not explained', searchBody, { ...search, explain: false, limit: 101 }, []],
  ['a blank context', contextBody, { ...search, query: '\t' }, ['query blank']],
  ['a context', contextBody, search, []],
  ['a filter', searchBody, { ...search, filter }, []],
  [
    'a wrong filter',
    searchBody,
    { ...search, filter: { ...filter, op: 'like' } },
    ['filter.op invalid_filter'],
  ],
  [
    'a filter as long as it may be',
    searchBody,
    { ...search, filter: filterOfBytes(memoryLimits.filterBytes) },
    [],
  ],
  [
    'a filter that is too long',
    searchBody,
    { ...search, filter: filterOfBytes(memoryLimits.filterBytes + 1) },
    ['filter invalid_filter'],
  ],
  ['no filter', searchBody, { ...search, filter: null }, []],
  ['a path', facetsBody, { paths: ['/metadata/a'] }, []],
  ['a path that is none', facetsBody, { paths: ['metadata'] }, ['paths[0] invalid_path']],

  ['a deletion by ids', deleteBody, { namespace: 'n', ids: ['a'] }, []],
  ['by a filter', deleteBody, { namespace: 'n', filter }, []],
  ['by pairs', deleteBody, { namespace: 'n', metadataFilter: { a: 1 } }, []],
  ['by a filter and pairs', deleteBody, { namespace: 'n', filter, metadataFilter: {} }, []],
  ['of everything', deleteBody, { namespace: 'n', all: true }, []],
  ['of everything, and no pairs', deleteBody, { namespace: 'n', all: true, metadataFilter: {} }, []],
  ['by ids and a filter', deleteBody, { namespace: 'n', ids: ['a'], filter }, ['ids ambiguous']],
  ['by ids and pairs', deleteBody, { namespace: 'n', ids: ['a'], metadataFilter: {} }, ['ids ambiguous']],
  ['of everything and by ids', deleteBody, { namespace: 'n', all: true, ids: ['a'] }, ['all ambiguous']],
  ['of everything and by a filter', deleteBody, { namespace: 'n', all: true, filter }, ['all ambiguous']],
  [
    'of everything and by pairs',
    deleteBody,
    { namespace: 'n', all: true, metadataFilter: { a: 1 } },
    ['all ambiguous'],
  ],
  ['of nothing', deleteBody, { namespace: 'n' }, ['ids required']],
  ['of nothing, tried', deleteBody, { namespace: 'n', dryRun: true }, ['ids required']],
  ['of not everything', deleteBody, { namespace: 'n', all: false }, ['ids required']],
  ['by no pairs', deleteBody, { namespace: 'n', metadataFilter: {} }, ['all required']],
  ['by no pairs, tried', deleteBody, { namespace: 'n', metadataFilter: {}, dryRun: true }, []],

  ['a change of nothing', updateBody, {}, [' empty']],
  ['a condition alone', updateBody, { ifUpdatedAt: '2026-01-01T00:00:00Z' }, [' empty']],
  ['a change', updateBody, { externalId: 'x' }, []],
  ['a vector without its content', updateBody, { vector: [1, 0] }, ['content required']],
  ['a vector with its content', updateBody, { vector: [1, 0], content: 'a' }, []],
  ['settings of nothing', namespaceSettingsBody, {}, [' empty']],
  ['a setting', namespaceSettingsBody, { history: 0 }, []],

  ['a scan that needs all', newScan, { repoUrl: 'u', policy: { requireComplete: true } }, []],
  ['one that needs not all', newScan, { repoUrl: 'u', policy: { allowIncomplete: true } }, []],
  [
    'one that says both',
    newScan,
    { repoUrl: 'u', policy: { requireComplete: true, allowIncomplete: true } },
    ['policy.allowIncomplete invalid'],
  ],
  [
    'one that denies both',
    newScan,
    { repoUrl: 'u', policy: { requireComplete: false, allowIncomplete: false } },
    [],
  ],
  ['a comparison', diffQuery, { against: 'a' }, []],
  ['its next page', diffQuery, { against: 'a', cursor: 'c', list: 'new', limit: '5' }, []],
  [
    'its next page without a limit',
    diffQuery,
    { against: 'a', cursor: 'c', list: 'new' },
    ['cursor invalid'],
  ],
  ['its next page without a list', diffQuery, { against: 'a', cursor: 'c', limit: '5' }, ['cursor invalid']],
  ['decisions by id', batchDecision, { ids: ['a'], status: 'open' }, []],
  ['by likeness', batchDecision, { likeFinding: 'a', status: 'open' }, []],
  ['by both', batchDecision, { ids: ['a'], likeFinding: 'a', status: 'open' }, ['ids invalid']],
  ['by neither', batchDecision, { status: 'open' }, ['ids invalid']],
];

test.each(rows)('%s', (_, schema, input, expected) => {
  expect(faults(schema, input)).toEqual(expected);
});

test('a conversation is one text, with a line for each message by its speaker', () => {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'user', name: 'Ada', content: 'b' },
  ];
  expect(check(writeBody, entries({ messages })).entries[0]!.content).toBe('user: a\nAda: b');
});

test('filters in a URL are JSON', () => {
  expect(check(filterQuery.metadataFilter, '{"a":1}')).toEqual({ a: 1 });
  expect(check(filterQuery.metadataFilter, undefined)).toBeUndefined();
  expect(faults(filterQuery.metadataFilter, '{')).toEqual([' invalid_json']);
  expect(faults(filterQuery.filter, JSON.stringify({ ...filter, op: 'like' }))).toEqual([
    'op invalid_filter',
  ]);
});

test('a policy has the kinds that were named and no others', () => {
  expect(Object.keys(check(guardPolicyBody, { pii: 'redact', secrets: null }))).toEqual(['pii']);
});

test('all that a request is narrowed by is one filter', () => {
  expect(filterOf({})).toBeUndefined();
  expect(filterOf({ dropFlagged: false })).toBeUndefined();
  const parts = [
    { metadataFilter: { a: 1 } },
    { filter: { op: 'eq', path: ['metadata', 'b'], value: 2 } },
    { asOf: 0 },
    { minTrust: 0 },
    { dropFlagged: true },
  ] as const;
  const each = parts.map((part) => filterOf(part)!);
  expect(new Set(each.map((one) => JSON.stringify(one))).size).toBe(5);
  for (const one of each) expect(one).toBeDefined();
  const all = JSON.stringify(filterOf(Object.assign({}, ...parts)));
  for (const one of each.slice(1))
    expect(all).toContain(JSON.stringify(one).replace(/^\{"op":"and","of":\[|\]\}$/g, ''));
});
