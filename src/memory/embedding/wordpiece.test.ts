import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordPiece } from './wordpiece.ts';

const json = readFileSync(new URL('../../../models/tokenizer.json', import.meta.url), 'utf8');
const ours = WordPiece.parse(json);
const theirs = new Tokenizer(JSON.parse(json), {});

test('any text has the pieces that the tokenizer of the model makers gives it', () => {
  const written = fc.constantFrom(
    'The quick brown fox: unbelievably (re)tokenised, 3.14€!',
    'def parse_http_url(self, x=None): return {"a": [1, 2]}',
    'Ünïcödé naïve café İstanbul ǅ ﬁne',
    '你好世界 日本語テスト ภาษาไทย 한국어',
    'a\u200bb\u0000c\u00a0d\u3000e 😀😀 don’t “quote”',
    `${'x'.repeat(100)} ${'y'.repeat(101)}`,
  );
  fc.assert(
    fc.property(fc.oneof(written, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (text) => {
      // Where the text spells a special token theirs takes it for one; that ours does not is the next test.
      fc.pre(!/\[(PAD|UNK|CLS|SEP|MASK)\]/.test(text) && text.isWellFormed());
      // It also overlooks the rarest Chinese characters, which the model was trained to see as words of their own.
      fc.pre(!/[\u{20000}-\u{2fa1f}]/u.test(text));
      expect(ours.encode(text)).toEqual(theirs.encode(text, { add_special_tokens: false }).ids);
    }),
    { numRuns: 500 },
  );
});

test('a text of known words takes as many tokens of a budget as it has pieces', () => {
  const texts = [
    '',
    'The quick brown fox: unbelievably (re)tokenised, 3.14!',
    'def parse_http_url(self, x=None):\n        return {"a": [1, 2]}\n',
    'Ünïcödé naïve café — 你好世界',
    `a commit 3f786850e387550fdab836ed7e6dc881de23001b`,
  ];
  for (const text of texts) expect(ours.count(text)).toBe(ours.encode(text).length);
});

test('no long text seems short to a budget, whatever it is made of', () => {
  const longest: Array<[text: string, least: number]> = [
    ['deadbeef'.repeat(8_000), 20_000],
    ['การคืนเงินใช้เวลาห้าวัน'.repeat(100), 700],
    ['😀'.repeat(150), 75],
    ['\u200b'.repeat(16_000), 1_000],
    [`a${' \n'.repeat(8_000)}b`, 1_000],
    [`a${'\u0301'.repeat(1_600)}`, 100],
  ];
  for (const [text, least] of longest) {
    expect(ours.encode(text).length).toBeLessThan(least);
    expect(ours.count(text)).toBeGreaterThanOrEqual(least);
    expect(ours.count(text)).toBeLessThanOrEqual([...text].length);
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      expect(ours.count(text)).toBeGreaterThanOrEqual(ours.encode(text).length);
      expect(ours.count(text)).toBeGreaterThanOrEqual(text.length / 16);
    }),
  );
});

test('a text cannot write the tokens that begin and end a text', () => {
  const pieces = ours.encode('one [SEP] two [CLS] three [MASK]');
  expect(pieces).not.toContain(ours.sep);
  expect(pieces).not.toContain(ours.cls);
  expect(pieces).not.toContain(103);
});

test('a tokenizer of another kind is refused', () => {
  expect(() => WordPiece.parse('{"model":{"type":"BPE","vocab":{}}}')).toThrow('WordPiece');
  for (const vocab of ['{"a":-1}', '{"a":1.5}', '{"a":"1"}', '{"a":null}', '[1]', 'null', '7']) {
    const model = `{"type":"WordPiece","vocab":${vocab}}`;
    const normalizer = '{"type":"BertNormalizer","lowercase":true}';
    expect(() => WordPiece.parse(`{"model":${model},"normalizer":${normalizer}}`)).toThrow('WordPiece');
  }
});

const several = readFileSync(new URL('../../../models/multilingual/tokenizer.json', import.meta.url), 'utf8');

test('a vocabulary of several languages keeps accents and vowel signs, as its makers do', () => {
  const mine = WordPiece.parse(several);
  const reference = new Tokenizer(JSON.parse(several), {});
  const written = fc.constantFrom(
    'Où est la bibliothèque ? Ça va très bien, señor Müller.',
    'धनवापसी पाँच दिनों के भीतर की जाती है।',
    'يتم دفع المبالغ المستردة خلال خمسة أيام.',
    'Thư viện mở cửa lúc chín giờ sáng. İstanbul’da ışık',
    'ห้องสมุดเปิดเวลาเก้าโมงเช้า 你好世界 日本語テスト 한국어 ﬁne ａｂｃ',
    'Βιβλιοθήκη ανοίγει στις εννέα; Бібліотека відкривається о дев’ятій.',
  );
  fc.assert(
    fc.property(fc.oneof(written, fc.string({ unit: 'grapheme' })), (text) => {
      fc.pre(!/\[(PAD|UNK|CLS|SEP|MASK)\]/.test(text) && text.isWellFormed());
      fc.pre(!/[\u{20000}-\u{2fa1f}]/u.test(text.normalize('NFKC')));
      expect(mine.encode(text)).toEqual(reference.encode(text, { add_special_tokens: false }).ids);
    }),
    { numRuns: 100 },
  );
  expect(mine.encode('père')).not.toEqual(mine.encode('pere'));
  expect(mine.encode('की')).not.toEqual(mine.encode('क'));
});

test('the longest text without a space takes steps in proportion to its length', () => {
  const mine = WordPiece.parse(several);
  expect(mine.encode('ก'.repeat(400)).every((piece) => piece !== mine.unknown)).toBe(true);
  expect(mine.encode('ก'.repeat(401))).toEqual([mine.unknown]);
});
