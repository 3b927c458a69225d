import { describe, expect, test } from 'vitest';
import { MalformedFile } from './malformed-file.ts';
import { child, children, childText, parseXml } from './parse-xml.ts';

test('elements have their names without prefixes, their lines, attributes and texts', () => {
  const root = parseXml(
    '<?xml version="1.0"?>\n<p:project xmlns:p="urn:p" a = \'1 > 0\'>\n  <name>one</name>\n  <empty/>\n  <name b="2">two</name> tail\n</p:project>\n',
  );
  expect(root.name).toBe('project');
  expect(root.line).toBe(2);
  expect(root.attributes.get('a')).toBe('1 > 0');
  expect(root.children.map(({ name, line }) => [name, line])).toEqual([
    ['name', 3],
    ['empty', 4],
    ['name', 5],
  ]);
  expect(childText(root, 'name')).toBe('one');
  expect(childText(root, 'empty')).toBeUndefined();
  expect(children(root, 'name')[1]!.attributes.get('b')).toBe('2');
  expect(child(root, 'none')).toBeUndefined();
  expect(children(undefined, 'name')).toEqual([]);
  expect(root.text).toBe('tail');
});

test.each([
  ['a &lt;b&gt; &amp;&quot;&apos;', 'a <b> &"\''],
  ['&#65;&#x42;', 'AB'],
  ['&#0; &#x110000; &nbsp;', '&#0; &#x110000; &nbsp;'],
  ['&#x10ffff;', '\u{10ffff}'],
  ['no entity', 'no entity'],
])('the entities of %s are %s', (text, decoded) => {
  expect(parseXml(`<a>${text}</a>`).text).toBe(decoded);
  expect(parseXml(`<a b="${text.replaceAll('"', '')}"/>`).attributes.get('b')).toBe(decoded);
});

test('comments, processing instructions and document types are skipped, CDATA is text as it is', () => {
  expect(parseXml('<!-- <x> --><a>1<!-- 2 --><![CDATA[<&lt;>]]>3<?php 4 ?></a>').text).toBe('1<&lt;>3');
});

test('an entity of a document type is never expanded', () => {
  const text = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"> <!ENTITY y "&x;&x;">]>\n<a>&y;</a>';
  expect(parseXml(text).text).toBe('&y;');
});

describe('is refused', () => {
  test.each([
    ['<a><b></a></b>', 'a tag is closed that is not open (line 1)'],
    ['<a>\n</a></a>', 'a tag is closed that is not open (line 2)'],
    ['<a>', 'an element is not closed'],
    ['', 'an element is not closed'],
    ['<a', 'a tag is not closed'],
    ['<a/><b/>', 'more than one root element'],
    ['<a>'.repeat(257), 'more than 256 levels deep'],
  ])('%j', (text, message) => {
    expect(() => parseXml(text)).toThrow(MalformedFile);
    expect(() => parseXml(text)).toThrow(message);
  });

  test('not what is nested just so deeply', () => {
    expect(parseXml('<a>'.repeat(256) + '</a>'.repeat(256)).name).toBe('a');
  });
});

describe('what is not an element ends where it says', () => {
  test.each([
    ['<!DOCTYPE a [ <!ELEMENT b (c)> ]><a>1</a>', '1'],
    ['<!DOCTYPE a [<![INCLUDE[ x > y ]]> <!ELEMENT b>]><a>1</a>', '1'],
    ['<!DOCTYPE a SYSTEM "x"><a>1</a>', '1'],
    ['<?a b?><?c?><a>1</a>', '1'],
    ['<!----><a>1</a><!-- -->', '1'],
    ['<a>1<![CDATA[]]>2</a>', '12'],
    ['text <a>1</a> text', '1'],
    ['<a>1<!-- > --></a>', '1'],
    ['<a b=\'"\' c="\'>">1</a>', '1'],
  ])('%s', (text, held) => {
    expect(parseXml(text).text).toBe(held);
  });

  test.each(['<a><!-- ', '<a><![CDATA[ ', '<a><? ', '<a><!DOCTYPE [ >'])('%s is never closed', (text) => {
    expect(() => parseXml(text)).toThrow('an element is not closed');
  });
});

test('attributes are read in either quotes, with or without blanks, and by their own name', () => {
  const { attributes } = parseXml('<a x:b="1" c = \'2\' d="" e=3 f="g=\'4\'"/>');
  expect([...attributes]).toEqual([
    ['b', '1'],
    ['c', '2'],
    ['d', ''],
    ['f', "g='4'"],
  ]);
});
