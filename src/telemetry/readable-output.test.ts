import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { ReadableOutput, readable } from './readable-output.ts';

test('a line for people has time, level, message and fields', () => {
  const line =
    '{"level":"warn","time":"2026-11-16T03:04:05.678Z","requestId":"req_1","ms":1.5,"msg":"slow request"}';
  expect(readable(line)).toBe('03:04:05.678 warn  slow request  requestId=req_1  ms=1.5');
});

test('an error is shown with its message and its stack on lines of their own', () => {
  const lines: string[] = [];
  const output = new ReadableOutput({ write: (line: string) => lines.push(line) }, false);
  createLogger('info', output).error({ err: new TypeError('no such thing') }, 'failed');
  expect(lines[0]).toMatch(
    /^\S+ error failed {2}error="TypeError: no such thing"\n {6}at .*readable-output\.test/,
  );
});

test('nothing that is logged can move the cursor, end a line or turn the direction of writing', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, text, (name, value, msg) => {
      const line = JSON.stringify({
        level: 'info',
        time: '2026-11-16T03:04:05.678Z',
        [`x${name}`]: value,
        msg,
      });
      expect(readable(line)).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
      );
    }),
  );
});

test('colours are there only where they are wanted', () => {
  const line = '{"level":"info","time":"2026-11-16T03:04:05.678Z","msg":"started"}';
  expect(readable(line, true)).toContain('\u001b[32minfo');
  expect(readable(line)).not.toContain('\u001b');
});
