import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BufferedOutput } from './buffered-output.ts';

test('every line arrives whole and in its place, however long it is and whatever its letters are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const descriptor = openSync(file, 'w');
  const output = new BufferedOutput(descriptor);
  const lines = [
    ...Array.from({ length: 500 }, (_, i) => `line ${i} äöü€😀\n`),
    `${'€'.repeat(100_000)}\n`,
    ...Array.from({ length: 500 }, (_, i) => `line ${i}\n`),
  ];
  for (const line of lines) output.write(line);
  output.flush();
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
});

/** An output that takes what `takes` says of each piece it is given. */
function outputThat(takes: (bytes: Buffer) => number) {
  const written: string[] = [];
  const output = new BufferedOutput(3, (descriptor, bytes, from, length) => {
    expect(descriptor).toBe(3);
    const taken = takes(bytes.subarray(from, from + length));
    written.push(bytes.toString('utf8', from, from + taken));
    return taken;
  });
  return { output, written };
}

const failing = (code: string) => Object.assign(new Error(code), { code });

describe('lines are written together', () => {
  test('as soon as there are 16 kB of them', () => {
    const { output, written } = outputThat((bytes) => bytes.length);
    output.write('x'.repeat(16_383));
    expect(written).toEqual([]);
    output.write('y');
    expect(written).toEqual([`${'x'.repeat(16_383)}y`]);
    output.flush();
    expect(written).toHaveLength(1);
  });

  test('a tenth of a second after the first of them, and once', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { output, written } = outputThat((bytes) => bytes.length);
    output.write('a');
    vi.advanceTimersByTime(60);
    output.write('b');
    vi.advanceTimersByTime(39);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(['ab']);
    vi.advanceTimersByTime(1_000);
    expect(written).toEqual(['ab']);
    expect(vi.getTimerCount()).toBe(0);
    output.write('c');
    output.flush();
    expect(vi.getTimerCount()).toBe(0);
    expect(written).toEqual(['ab', 'c']);
  });

  test('when the process ends, which is only listened for while something waits', () => {
    const before = process.listeners('exit');
    const { output, written } = outputThat((bytes) => bytes.length);
    output.write('a');
    output.write('b');
    const added = process.listeners('exit').filter((each) => !before.includes(each));
    expect(added).toHaveLength(1);
    added[0]!(0);
    expect(written).toEqual(['ab']);
    expect(process.listeners('exit')).toEqual(before);
  });
});

describe('what cannot be written', () => {
  test('in one piece goes out in several', () => {
    const { output, written } = outputThat((bytes) => Math.min(bytes.length, 4));
    output.write('ten letters');
    output.flush();
    expect(written).toEqual(['ten ', 'lett', 'ers']);
  });

  test('because the reader is slow waits, in its place, and what was written does not come again', () => {
    const sizes = [3, -1, -1, 100];
    const { output, written } = outputThat((bytes) => {
      const size = sizes.shift()!;
      if (size < 0) throw failing('EAGAIN');
      return Math.min(size, bytes.length);
    });
    output.write('abcdef');
    output.flush();
    output.write('gh');
    output.flush();
    output.flush();
    expect(written).toEqual(['abc', 'defgh']);
  });

  test.each([
    [4 * 1024 * 1024, 4 * 1024 * 1024],
    [4 * 1024 * 1024 + 1, 0],
  ])('of %i bytes that a slow reader leaves is kept up to 4 MiB: %i', (waiting, kept) => {
    let takes: number | undefined = 5;
    const { output, written } = outputThat((bytes) => {
      if (takes === undefined) return bytes.length;
      if (takes === 0) throw failing('EAGAIN');
      const taken = takes;
      takes = 0;
      return taken;
    });
    output.write('x'.repeat(waiting + 5));
    takes = undefined;
    output.flush();
    expect(written.slice(1).join('')).toHaveLength(kept);
  });

  test('because nobody reads it any more is dropped', () => {
    let isOpen = false;
    const { output, written } = outputThat((bytes) => {
      if (!isOpen) throw failing('EPIPE');
      return bytes.length;
    });
    output.write('lost');
    output.flush();
    isOpen = true;
    output.write('kept');
    output.flush();
    expect(written).toEqual(['kept']);
  });

  test.each([
    [4 * 1024 * 1024, 'waits'],
    [4 * 1024 * 1024 + 1, 'is dropped'],
  ])('%i bytes for a slow reader: %s', (size, fate) => {
    let isReady = false;
    const { output, written } = outputThat((bytes) => {
      if (!isReady) throw failing('EAGAIN');
      return bytes.length;
    });
    output.write('x'.repeat(size));
    isReady = true;
    output.write('.');
    output.flush();
    expect(written.map(({ length }) => length)).toEqual(fate === 'waits' ? [size + 1] : [1]);
  });
});
