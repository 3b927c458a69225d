import { describe, expect, test } from 'vitest';
import { asksForObject } from './asked-type.ts';
import { givesAll, givesOne } from './held-words.ts';
import { classesNamed, type WrittenType, writtenType } from './written-type.ts';

/** A class by its name, and what is held behind an arrow. */
function shown(type: WrittenType | undefined): string {
  if (!type) return '';
  const name = type.name.join('.');
  if (!type.holds) return name;
  return `${name}>${type.holds.holds === type.holds ? '…' : shown(type.holds)}`;
}

test.each([
  ['Share', 'Share'],
  ['*store.Share', 'store.Share'],
  ['\\App\\Share', 'App.Share'],
  ['crate::store::Share', 'crate.store.Share'],
  ['?Share', 'Share'],
  ['Share?', 'Share'],
  ['"Share"', 'Share'],
  ['Share | None', 'Share'],
  ['Share | null | undefined', 'Share'],
  ['Optional[Share]', 'Share'],
  ['Optional<Share>', '>Share'],
  ['List<Share>', '>Share'],
  ['java.util.List<com.acme.Share>', '>com.acme.Share'],
  ['IReadOnlyList<Share>?', '>Share'],
  ['Share[]', '>Share'],
  ['[]*store.Share', '>store.Share'],
  ['map[string]*Share', '>Share'],
  ['Map<String, Share>', '>Share'],
  ['Record<string, Share>', '>Share'],
  ['Map<String, List<Share>>', '>>Share'],
  ['Promise<Share>', 'Share>Share'],
  ['Task<List<Share>>', '>>Share'],
  ['Box<dyn Share>', 'Share'],
  ['Repository<Share, Long>', 'Repository'],
  ['final Share', 'Share'],
  // What says nothing of an object.
  ['string', ''],
  ['List<String>', ''],
  ['Map<String, Long>', ''],
  ['T', ''],
  ['List<T>', ''],
  ['void', ''],
  ['any', ''],
  ['mixed', ''],
  ['Share | Label', ''],
  ['null', ''],
  ['func(Share) Label', ''],
  ['{ share: Share }', ''],
  ['', ''],
  ['List<', ''],
])('%s names "%s"', (written, named) => {
  expect(shown(writtenType(written))).toBe(named);
});

test('a type that is too long, or nested too deeply, names nothing', () => {
  expect(writtenType(`${'List<'.repeat(9)}Share${'>'.repeat(9)}`)).toBeUndefined();
  expect(writtenType('List<'.repeat(10_000))).toBeUndefined();
});

test('the classes that a type names, each once', () => {
  expect(classesNamed('Map<String, List<com.acme.Share>>')).toEqual(['Share']);
  expect(classesNamed('Promise<Share>')).toEqual(['Share']);
  expect(classesNamed('List<String>')).toEqual([]);
});

describe('methods that', () => {
  test.each(['get', 'resolve', 'getBean', 'GetRequiredService', 'getInstance', 'readValue', 'cast', 'make'])(
    '%s may give an object of the class that they are given',
    (name) => expect(asksForObject(name)).toBe(true),
  );
  test.each(['isInstance', 'register', 'add', 'supports', 'equals', 'log', 'getLogger'])(
    '%s do not',
    (name) => expect(asksForObject(name)).toBe(false),
  );
  test('give one of what is held, or all of it', () => {
    expect([givesOne('get'), givesOne('FirstOrDefault'), givesOne('filter')]).toEqual([true, true, false]);
    expect([givesAll('filter'), givesAll('Where'), givesAll('size'), givesOne('size')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
