import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';

async function rowsOf(...chunks: string[]): Promise<string[][]> {
  const each = async function* () {
    yield* chunks;
  };
  const records = await Array.fromAsync(readCsv(each()));
  return records.flatMap((record) => (record ? [Object.values(record) as string[]] : []));
}

test.each<[text: string, rows: string[][]]>([
  ['a,b\n1,2\n', [['1', '2']]],
  ['a,b\r\n1,2\r\n', [['1', '2']]],
  ['a,b\n1,2', [['1', '2']]],
  ['a\n1\n\n2\n', [['1'], ['2']]],
  ['a,b\n,\n', [['', '']]],
  ['a,b\n1,', [['1', '']]],
  ['a\n"x, y"\n', [['x, y']]],
  ['a\n"line\nbreak"\n', [['line\nbreak']]],
  ['a\n"say ""hi"""\n', [['say "hi"']]],
  ['a,b\n"",2\n', [['', '2']]],
  ['a,b\n"x"\r\n', []],
  ['a\n"x\r"\r\n', [['x\r']]],
  ['a\nin "the" middle\n', [['in "the" middle']]],
  ['a\n"x"y\n', [['xy']]],
  ['a\n"x""', []],
  ['a\n"x"', [['x']]],
  ['\ufeffa\n1\n', [['1']]],
  ['a', []],
  ['', []],
])('%j', async (text, rows) => {
  const wrong =
    text === 'a,b\n"x"\r\n' ? 'Row 2 has 1 fields' : text === 'a\n"x""' ? 'ends inside of quotes' : undefined;
  if (wrong) await expect(rowsOf(text)).rejects.toThrow(wrong);
  else {
    expect(await rowsOf(text)).toEqual(rows);
    // However the file arrives.
    expect(await rowsOf(...text)).toEqual(rows);
  }
});

test('names come from the first row, without the mark of its encoding', async () => {
  const each = async function* () {
    yield '\ufeffkey,\ufefftext\n1,tea\n';
  };
  expect(await Array.fromAsync(readCsv(each()))).toEqual([undefined, { key: '1', '\ufefftext': 'tea' }]);
});

test('a row of another length is named, and a field has at most 2 MiB', async () => {
  await expect(rowsOf('a,b\n1,2\n1,2,3\n')).rejects.toThrow('Row 3 has 3 fields; the first row has 2.');
  const most = 2 * 1024 * 1024;
  expect(await rowsOf(`a\n${'x'.repeat(most)}\n`)).toHaveLength(1);
  await expect(rowsOf(`a\n${'x'.repeat(most + 1)}\n`)).rejects.toThrow('more than 2 MiB');
});

test('rows that are no records count', async () => {
  const each = async function* () {
    yield 'a\n1\n\n2\n';
  };
  expect(await Array.fromAsync(readCsv(each()))).toEqual([undefined, { a: '1' }, undefined, { a: '2' }]);
});
