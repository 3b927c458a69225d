import { expect, test } from 'vitest';
import { shellCommands } from './shell-commands.ts';

const written = (script: string) =>
  shellCommands(script).map(({ words, line }) => `${line}: ${words.join(' ')}`);

test.each([
  ['a b; c && d || e | f', ['0: a b', '0: c', '0: d', '0: e', '0: f']],
  ['a "b; c" \'d | e\' f"g"', ['0: a b; c d | e fg']],
  ['a # b; c\nd#e', ['0: a', '1: d#e']],
  ['sudo -E nice a b', ['0: a b']],
  ['A=1 B=2 run c=3', ['0: run c=3']],
  ['A=1', []],
  ['if ! a; then b; else c; fi', ['0: a', '0: b', '0: c', '0: fi']],
  ['a \\\n  b\nc', ['0: a b', '2: c']],
  ['a \\\n \\\n b\nc', ['0: a b', '3: c']],
  ['\n\na ""', ['2: a ']],
  ['cat <<EOF\nrm -rf /\nEOF\nb', ['0: cat <<EOF', '3: b']],
  ["cat <<-'END' > f\n  x\n  END\nb", ['0: cat <<-END > f', '3: b']],
])('%j', (script, commands) => {
  expect(written(script)).toEqual(commands);
});

test('a script beyond the limit is read up to it', () => {
  const script = `${'a\n'.repeat(32 * 1024)}b`;
  expect(shellCommands(script).some(({ words }) => words[0] === 'b')).toBe(false);
  expect(shellCommands(script)).toHaveLength(32 * 1024);
});
