import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Invocation, OptionValue } from '../command.ts';
import { exportNamespace, importFile } from './memory-transfer.ts';

function newFile(content?: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-transfer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'file');
  if (content !== undefined) writeFileSync(file, content);
  return file;
}

interface Asked {
  name: string;
  lines?: string;
  linesBefore?: number;
  after?: string | null;
}

/** An invocation whose operations give these answers, the last of them again and again. */
function invocation(answers: readonly object[], options: Record<string, OptionValue> = {}) {
  const asked: Asked[] = [];
  const said: string[] = [];
  const out: string[] = [];
  const given = {
    options,
    environment: {},
    terminal: {
      interactive: false,
      say: (line: string) => said.push(line),
      out: (line: string) => out.push(line),
    },
    operate: async (name: string, args: object, report?: (progress: object) => void) => {
      asked.push({ name, ...args });
      report?.({ lastLine: 1 });
      return answers[Math.min(asked.length, answers.length) - 1];
    },
  } as unknown as Invocation;
  return { given, asked, said, out };
}

const none = { read: 0, written: 0, replaced: 0, unchanged: 0, expired: 0 };
const sizes = (asked: readonly Asked[]) =>
  asked.map(({ lines, linesBefore }) => [lines!.split('\n').length, linesBefore]);

describe('an import', () => {
  test.each<[string, number[]]>([
    ['a\nb\n', [2]],
    ['a\nb', [2]],
    ['a\u2028b\n', [1]],
    ['', []],
  ])('of %j sends %o lines', async (content, counts) => {
    const { given, asked } = invocation([{ ...none, read: 1 }]);
    expect(await importFile(given, 't', 'n', newFile(content))).toBe(0);
    expect(asked.map(({ lines }) => lines!.split('\n').length)).toEqual(counts);
  });

  test('sends 20,000 lines at a time', async () => {
    for (const [count, expected] of [
      [20_000, [[20_000, 0]]],
      [
        20_001,
        [
          [20_000, 0],
          [1, 20_000],
        ],
      ],
    ] as const) {
      const { given, asked } = invocation([{ ...none, read: 1 }]);
      await importFile(given, 't', 'n', newFile('x\n'.repeat(count)));
      expect(sizes(asked)).toEqual(expected);
    }
  });

  test('sends 8 MiB at a time, line ends among them', async () => {
    const half = 4 * 1024 * 1024;
    const lines = (...lengths: number[]) => lengths.map((length) => `${'x'.repeat(length - 1)}\n`).join('');
    for (const [content, expected] of [
      [
        lines(half, half, 2),
        [
          [2, 0],
          [1, 2],
        ],
      ],
      [
        lines(half, half - 1, 2, 2),
        [
          [3, 0],
          [1, 3],
        ],
      ],
      // As bytes, not as letters.
      [
        `${'é'.repeat(half)}\nx\n`,
        [
          [1, 0],
          [1, 1],
        ],
      ],
    ] as const) {
      const { given, asked } = invocation([{ ...none, read: 1 }]);
      await importFile(given, 't', 'n', newFile(content));
      expect(sizes(asked)).toEqual(expected);
    }
  });

  test.each<[string, Array<[number, number]>]>([
    [
      '1',
      [
        [20_000, 0],
        [5, 20_000],
      ],
    ],
    [
      '2',
      [
        [19_999, 1],
        [5, 20_000],
      ],
    ],
    [
      '20000',
      [
        [1, 19_999],
        [5, 20_000],
      ],
    ],
    ['20001', [[5, 20_000]]],
    ['20003', [[3, 20_002]]],
    ['30000', []],
  ])('from line %s on', async (fromLine, expected) => {
    const { given, asked } = invocation([{ ...none, read: 1 }], { 'from-line': fromLine });
    await importFile(given, 't', 'n', newFile('x\n'.repeat(20_005)));
    expect(sizes(asked)).toEqual(expected);
  });

  test.each(['0', '-1', '1.5', 'x', '9007199254740993'])('from line %s is refused', async (fromLine) => {
    const { given } = invocation([none], { 'from-line': fromLine });
    await expect(importFile(given, 't', 'n', newFile('x\n'))).rejects.toThrow(
      '--from-line is a number of a line.',
    );
  });

  test('adds up what each part came to', async () => {
    const counts = { read: 5, written: 4, replaced: 3, unchanged: 2, expired: 1 };
    const { given, out } = invocation(
      [
        { ...counts, flagged: 2 },
        { ...counts, flagged: 1, rejected: 6 },
      ],
      { json: true },
    );
    await importFile(given, 't', 'n', newFile('x\n'.repeat(20_001)));
    expect(JSON.parse(out[0]!)).toEqual({
      read: 10,
      written: 8,
      replaced: 6,
      unchanged: 4,
      expired: 2,
      flagged: 3,
      rejected: 6,
    });
  });

  test.each<[object, string]>([
    [{ written: 1 }, 'Imported 1 entry.'],
    [{ written: 2 }, 'Imported 2 entries.'],
    [{ written: 2, replaced: 1 }, 'Imported 2 entries, 1 of them over older ones.'],
    [{ unchanged: 1 }, 'Imported 0 entries. 1 was there already, just the same.'],
    [{ unchanged: 2 }, 'Imported 0 entries. 2 were there already, just the same.'],
    [{ expired: 1 }, 'Imported 0 entries. 1 had expired and was skipped.'],
    [{ expired: 2 }, 'Imported 0 entries. 2 had expired and were skipped.'],
    [{ flagged: 1 }, 'Imported 0 entries. 1 holds something that the guard flagged or redacted.'],
    [{ flagged: 2 }, 'Imported 0 entries. 2 hold something that the guard flagged or redacted.'],
    [{ rejected: 1 }, 'Imported 0 entries. 1 was rejected by the guard and not imported.'],
    [{ rejected: 2 }, 'Imported 0 entries. 2 were rejected by the guard and not imported.'],
  ])('of %o says: %s', async (counts, sentence) => {
    const { given, said } = invocation([{ ...none, read: 1, ...counts }]);
    await importFile(given, 't', 'n', newFile('x\n'));
    expect(said).toEqual([sentence]);
  });

  test('of what is no text, or not there, is refused', async () => {
    const { given } = invocation([none]);
    await expect(importFile(given, 't', 'n', newFile(Uint8Array.of(0xff, 10)))).rejects.toThrow(
      'the file is not text in UTF-8.',
    );
    await expect(importFile(given, 't', 'n', newFile(Uint8Array.of(120, 0xc3)))).rejects.toThrow(
      'the file is not text in UTF-8.',
    );
    await expect(importFile(given, 't', 'n', newFile())).rejects.toThrow(
      /there is no file .* that can be read/,
    );
  });
});

describe('an export', () => {
  test('asks page by page and writes a line for each entry, for its owner alone', async () => {
    const { given, asked, said } = invocation([
      { items: [{ id: 'a' }, { id: 'b' }], next: 'b' },
      { items: [{ id: 'c' }], next: null },
    ]);
    const file = newFile();
    expect(await exportNamespace(given, 't', 'n', file)).toBe(0);
    expect(asked.map(({ after }) => after)).toEqual([null, 'b']);
    expect(readFileSync(file, 'utf8')).toBe('{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(said).toEqual(['Exported 3 entries.']);
  });

  test('of one entry says so, and a format that is none is refused', async () => {
    const one = invocation([{ items: [{ id: 'a' }], next: null }], { format: 'lorekeep' });
    await exportNamespace(one.given, 't', 'n', newFile());
    expect(one.said).toEqual(['Exported 1 entry.']);
    const other = invocation([none], { format: 'csv' });
    await expect(exportNamespace(other.given, 't', 'n', newFile())).rejects.toThrow(
      '--format of an export is lorekeep or markdown.',
    );
  });
});
