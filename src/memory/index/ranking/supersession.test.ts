import { expect, test } from 'vitest';
import { asksHowThingsAre } from './question.ts';
import { newestFirst, type Statement } from './supersession.ts';

const alike = { meaning: () => 0.8, overlap: () => 0.5 };
const unlike = { meaning: () => 0.3, overlap: () => 0.5 };

function statement(id: string, time: number, rank: number, rest: Partial<Statement> = {}): Statement {
  return { id, time, rank, words: 6, tellsOfChange: false, names: 0, ...rest };
}

const order = (list: ReturnType<typeof newestFirst>) => list.map(({ result }) => result.id);
const moved = { tellsOfChange: true };

test('a newer statement about the same thing comes first, and marks the older one where it tells of a change', () => {
  const ranked = [statement('old', 1, 0.8), statement('new', 2, 0.6, moved), statement('other', 3, 0.1)];
  const list = newestFirst(ranked, alike, false);
  expect(order(list)).toEqual(['new', 'old', 'other']);
  expect(list[1]!.supersededBy).toBe('new');
  expect(list[0]!.supersededBy).toBeUndefined();
});

test('the older one stays first where the two are about different things', () => {
  const ranked = [statement('old', 1, 0.8), statement('new', 2, 0.7, moved)];
  expect(order(newestFirst(ranked, unlike, false))).toEqual(['old', 'new']);
});

test('the older one stays first where the newer one hardly answers the query', () => {
  const ranked = [statement('old', 1, 0.8), statement('new', 2, 0.3, moved)];
  expect(order(newestFirst(ranked, alike, false))).toEqual(['old', 'new']);
});

test('without a word of change the newer one must answer the query about as well, and marks nothing', () => {
  const close = newestFirst([statement('old', 1, 0.8), statement('new', 2, 0.75)], alike, false);
  expect(order(close)).toEqual(['new', 'old']);
  expect(close[1]!.supersededBy).toBeUndefined();
  const far = newestFirst([statement('old', 1, 0.8), statement('new', 2, 0.5)], alike, false);
  expect(order(far)).toEqual(['old', 'new']);
});

test('in a conversation a later turn replaces an earlier one only where it tells of a change', () => {
  const ranked = [statement('old', 1, 0.8), statement('new', 2, 0.79)];
  expect(order(newestFirst(ranked, alike, true))).toEqual(['old', 'new']);
  expect(order(newestFirst([ranked[0]!, { ...ranked[1]!, ...moved }], alike, true))).toEqual(['new', 'old']);
});

test('what is said of somebody else is no news of the one who is asked about', () => {
  const [asked, both, other] = [{ names: 0b01 }, { names: 0b11 }, { names: 0b10 }];
  const orderOf = (older: Partial<Statement>, newer: Partial<Statement>) =>
    order(
      newestFirst(
        [statement('old', 1, 0.8, older), statement('new', 2, 0.79, { ...moved, ...newer })],
        alike,
        false,
      ),
    );
  expect(orderOf(asked, other)).toEqual(['old', 'new']);
  expect(orderOf(asked, {})).toEqual(['old', 'new']);
  expect(orderOf(asked, both)).toEqual(['new', 'old']);
  expect(orderOf(both, asked)).toEqual(['new', 'old']);
  expect(orderOf({}, other)).toEqual(['new', 'old']);
});

test('a long text is more than one fact, and replaces nothing', () => {
  const ranked = [statement('old', 1, 0.8), statement('new', 2, 0.79, { ...moved, words: 200 })];
  expect(order(newestFirst(ranked, alike, false))).toEqual(['old', 'new']);
});

test('of three statements the newest comes first, whatever the order of their ranks', () => {
  const ranked = [
    statement('first', 1, 0.8),
    statement('second', 2, 0.79, moved),
    statement('third', 3, 0.78, moved),
  ];
  const list = newestFirst(ranked, alike, false);
  expect(list[0]!.result.id).toBe('third');
  expect(list.filter(({ supersededBy }) => supersededBy !== undefined)).toHaveLength(2);
});

test('of two statements of the same moment the one with the later id is the newer one', () => {
  const ranked = [statement('mem_1', 1, 0.8), statement('mem_2', 1, 0.79, moved)];
  expect(order(newestFirst(ranked, alike, false))).toEqual(['mem_2', 'mem_1']);
});

const old = statement('old', 1, 0.5, { words: 20 });
const changed = statement('new', 2, 0.5, { ...moved, words: 20 });

test.each<[string, Statement, Statement, Partial<{ meaning: number; overlap: number }>, boolean]>([
  ['of 20 words each', old, changed, {}, true],
  ['the older one of 21 words', { ...old, words: 21 }, changed, {}, false],
  ['the newer one of 21 words', old, { ...changed, words: 21 }, {}, false],
  ['alike by two fifths', old, changed, { meaning: 0.4 }, true],
  ['alike by less than two fifths', old, changed, { meaning: 0.399 }, false],
  ['with a fifth of the words in common', old, changed, { overlap: 0.2 }, true],
  ['with less of the words in common', old, changed, { overlap: 0.199 }, false],
  ['a change that ranks .45 below', { ...old, rank: 0.45 }, { ...changed, rank: 0 }, {}, true],
  ['a change that ranks further below', { ...old, rank: 0.46 }, { ...changed, rank: 0 }, {}, false],
  [
    'no change that ranks .25 below',
    { ...old, rank: 0.25 },
    { ...changed, rank: 0, tellsOfChange: false },
    {},
    true,
  ],
  [
    'no change that ranks further below',
    { ...old, rank: 0.26 },
    { ...changed, rank: 0, tellsOfChange: false },
    {},
    false,
  ],
  ['no change, alike by three fifths', old, { ...changed, tellsOfChange: false }, { meaning: 0.6 }, true],
  ['no change, alike by less', old, { ...changed, tellsOfChange: false }, { meaning: 0.599 }, false],
  [
    'no change, with three tenths of the words',
    old,
    { ...changed, tellsOfChange: false },
    { overlap: 0.3 },
    true,
  ],
  [
    'no change, with fewer of the words',
    old,
    { ...changed, tellsOfChange: false },
    { overlap: 0.299 },
    false,
  ],
  ['of the same time, the id decides', old, { ...changed, time: 1, id: 'olf' }, {}, true],
  ['of the same time, the id decides against it', old, { ...changed, time: 1, id: 'olb' }, {}, false],
  ['an older one with a later id', { ...old, time: 3 }, { ...changed, id: 'z' }, {}, false],
])('two statements %s', (_, first, second, { meaning = 0.8, overlap = 0.5 }, isReplaced) => {
  const likeness = { meaning: () => meaning, overlap: () => overlap };
  expect(order(newestFirst([first, second], likeness, false))).toEqual(
    isReplaced ? [second.id, first.id] : [first.id, second.id],
  );
});

test('the best twelve are compared', () => {
  const others = Array.from({ length: 10 }, (_, i) => statement(`other${i}`, 0, 0.5, { words: 100 }));
  expect(order(newestFirst([old, ...others, changed], alike, false))[0]).toBe('new');
  expect(order(newestFirst([old, ...others, others[0]!, changed], alike, false))[0]).toBe('old');
});

test('a newer statement that comes first already stays there, and marks the older one all the same', () => {
  const list = newestFirst([changed, statement('between', 0, 0.5, { words: 100 }), old], alike, false);
  expect(list.map(({ result, supersededBy }) => [result.id, supersededBy])).toEqual([
    ['new', undefined],
    ['between', undefined],
    ['old', 'new'],
  ]);
});

test.each([
  ['where does Ada live', true],
  ['where did Ada live before', false],
  ['her first office', false],
  ['what is it', false],
  ['', false],
  ['где живёт Ада', false],
  // Half of its letters can be read.
  ['офис dock', true],
  ['офисы dock', false],
])('"%s" asks how things are now: %s', (query, now) => {
  expect(asksHowThingsAre(query)).toBe(now);
});

test('what is like the first statement and not like the one that replaced it is no later word', () => {
  const ranked = [
    statement('every nine hours', 1, 0.8),
    statement('every twelve hours', 2, 0.79, moved),
    statement('runs on Postgres', 3, 0.5, moved),
  ];
  const isFirst = ({ id }: Statement) => id === 'every nine hours';
  const likeness = {
    meaning: (a: Statement, b: Statement) => (isFirst(a) || isFirst(b) ? 0.8 : 0.1),
    overlap: () => 0.5,
  };
  const list = newestFirst(ranked, likeness, false);
  expect(order(list)).toEqual(['every twelve hours', 'every nine hours', 'runs on Postgres']);
  expect(list[1]!.supersededBy).toBe('every twelve hours');
});
