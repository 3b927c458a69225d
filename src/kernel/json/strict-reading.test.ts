import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from '../strict-json.ts';
import { readNumber } from './exact-number.ts';
import { jsonLimits } from './json-outline.ts';

/** The strict reading, written down as plainly as possible: one character after the other, from the grammar. Undefined where the text is refused. */
function readPlainly(bytes: Buffer): { json: string } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { json: new PlainReader(text).read() };
  } catch {
    return undefined;
  }
}

/** Gives the value as compact JSON with every number as it is written, which is what both readings have to agree on. */
class PlainReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string {
    const value = this.#value(0);
    this.#blank();
    if (this.#at < this.#text.length) throw new Error('more than one value');
    return value;
  }

  #value(depth: number): string {
    this.#blank();
    if (this.#takes('[')) return `[${this.#items(']', depth, () => this.#value(depth + 1)).join()}]`;
    if (this.#takes('{')) {
      const seen = new Map<string, string>();
      this.#items('}', depth, () => {
        this.#blank();
        const key = this.#string();
        if (seen.has(key)) throw new Error('twice');
        this.#blank();
        if (!this.#takes(':')) throw new Error('no colon');
        seen.set(key, this.#value(depth + 1));
      });
      const sorted = Object.keys(Object.fromEntries([...seen].map(([key], i) => [key, i])));
      return `{${sorted.map((key) => `${JSON.stringify(key)}:${seen.get(key)}`).join()}}`;
    }
    if (this.#text[this.#at] === '"') return JSON.stringify(this.#string());
    for (const word of ['true', 'false', 'null']) if (this.#takes(word)) return word;
    const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    number.lastIndex = this.#at;
    const [source] = number.exec(this.#text) ?? [];
    if (source === undefined) throw new Error('no value');
    this.#at += source.length;
    const value = readNumber(source);
    if (!Number.isFinite(Number(value))) throw new Error('out of range');
    return JSON.stringify(value);
  }

  #items<Item>(close: string, depth: number, item: () => Item): Item[] {
    if (depth === jsonLimits.depth) throw new Error('too deep');
    const items: Item[] = [];
    this.#blank();
    if (this.#takes(close)) return items;
    for (;;) {
      items.push(item());
      this.#blank();
      if (this.#takes(close)) return items;
      if (!this.#takes(',')) throw new Error('no comma');
    }
  }

  #string(): string {
    if (!this.#takes('"')) throw new Error('no string');
    let value = '';
    for (;;) {
      const unit = this.#text[this.#at++];
      if (unit === undefined || unit < ' ') throw new Error('no end');
      if (unit === '"') break;
      value += unit === '\\' ? this.#escape() : unit;
    }
    if (!value.isWellFormed() || value.includes('\0')) throw new Error('no text');
    return value;
  }

  #escape(): string {
    const letter = this.#text[this.#at++] ?? '';
    if (letter === 'u') {
      const digits = this.#text.slice(this.#at, this.#at + 4);
      if (!/^[\da-f]{4}$/i.test(digits)) throw new Error('no digits');
      this.#at += 4;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const at = '"\\/bfnrt'.indexOf(letter);
    if (letter === '' || at < 0) throw new Error('no escape');
    return '"\\/\b\f\n\r\t'[at]!;
  }

  #blank(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? 'x')) this.#at++;
  }

  #takes(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }
}

function readStrictly(bytes: Buffer): { json: string } | undefined {
  try {
    return { json: JSON.stringify(parseStrictJson(bytes)) };
  } catch {
    return undefined;
  }
}

const piece = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\ufeff',
    '\\',
    '/',
    'e',
    'E',
    '+',
    '-',
    '.',
    '0',
    '1',
  ],
  ...[
    'true',
    'false',
    'null',
    'nul',
    'NaN',
    'Infinity',
    '-0',
    '01',
    '1.',
    '.5',
    '1e5',
    '1e400',
    '1e-400',
    '1e-99999999999',
    '0e99999999999',
  ],
  ...[
    '9007199254740993',
    '12345678901234567890',
    '0.12345678901234567890',
    '1.0000000000000000',
    '100000000000000000000000',
  ],
  ...[
    '"a"',
    '"a":',
    '"b":',
    '"__proto__":',
    '"\\u0061":',
    '"constructor":',
    '"é":',
    '"😀"',
    '""',
    '"":',
    '{}',
    '[]',
    '"1":',
    '"0":',
  ],
  ...[
    '\\n',
    '\\u0000',
    '\\ud800',
    '\\udc00',
    '\\ud83d\\ude00',
    '\\u12',
    '\\x',
    '\\"',
    '\\\\',
    '\0',
    '\u0001',
    '\u007f',
    '\ufffd',
  ],
  ...['"12345678901234567890"', '"x'.padEnd(70, 'y'), 'z'.repeat(33), ' '.repeat(17), `"${'k'.repeat(20)}":`],
);
const soup = fc.array(piece, { maxLength: 24 }).map((pieces) => Buffer.from(pieces.join('')));

const { value: json } = fc.letrec<{ value: string }>((tie) => {
  const blank = fc.constantFrom('', '', ' ', '\n  ', ' '.repeat(9));
  const text = fc
    .array(
      fc.constantFrom(
        'a',
        'b',
        'é',
        '😀',
        '\\u0061',
        '\\"',
        '\\\\',
        '\\/',
        '\\ud83d\\ude00',
        '\\ud83d',
        '\\u0000',
        '1234567890123456',
        ',',
      ),
      { maxLength: 6 },
    )
    .map((parts) => `"${parts.join('')}"`);
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 22 });
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits,
      fc.option(digits),
      fc.option(fc.integer({ min: -420, max: 420 })),
    )
    .map(
      ([sign, whole, part, power]) =>
        `${sign}${whole}${part === null ? '' : `.${part}`}${power === null ? '' : `e${power}`}`,
    );
  return {
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('1', 'null', 'true', '-0'),
      text,
      number,
      fc
        .tuple(blank, fc.array(tie('value'), { maxLength: 4 }))
        .map(([b, items]) => `[${b}${items.join(`${b},${b}`)}${b}]`),
      fc
        .tuple(
          blank,
          fc.array(fc.tuple(fc.oneof(text, fc.constant('"__proto__"')), tie('value')), { maxLength: 12 }),
        )
        .map(
          ([b, members]) =>
            `{${b}${members.map(([key, value]) => `${key}${b}:${b}${value}`).join(`${b},${b}`)}${b}}`,
        ),
    ),
  };
});

/** One byte less, more or other than it was. */
const mutated = fc
  .tuple(json, fc.nat(), fc.constantFrom('cut', 'double', 'change'), fc.nat(255))
  .map(([text, place, how, byte]) => {
    const bytes = Buffer.from(text);
    const at = bytes.length === 0 ? 0 : place % bytes.length;
    const rest = bytes.subarray(how === 'double' ? at : at + 1);
    return Buffer.concat([
      bytes.subarray(0, at),
      how === 'cut' ? Buffer.alloc(0) : how === 'change' ? Buffer.of(byte) : bytes.subarray(at, at + 1),
      rest,
    ]);
  });

test.each([
  ['JSON in any spelling', json.map((text) => Buffer.from(text)), 4_000],
  ['JSON with one wrong byte', mutated, 4_000],
  ['pieces of JSON in any order', soup, 8_000],
  ['any bytes', fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)), 2_000],
])('%s is read or refused as the grammar says', (_, texts, numRuns) => {
  fc.assert(
    fc.property(texts, (bytes) => {
      expect(readStrictly(bytes)).toEqual(readPlainly(bytes));
    }),
    { numRuns },
  );
});

test.each(['1e-99999999999', '[0.5e-9999999999, 12345678901234567890]', '{"a":{"b":1e-1000000002}}'])(
  '%s, which no double comes near to, is refused with its path',
  (text) => {
    expect(() => parseStrictJson(Buffer.from(text))).toThrow(/beyond the range/);
  },
);

test('zero is zero with any exponent, and the smallest numbers are kept', () => {
  const text = '[0e99999999999,0.0e-99999999999,1e-400,1e-999999999]';
  expect(JSON.stringify(parseStrictJson(Buffer.from(text)))).toBe('[0,0,1e-400,1e-999999999]');
});
