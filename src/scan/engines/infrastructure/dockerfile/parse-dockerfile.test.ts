import { expect, test } from 'vitest';
import { parseDockerfile } from './parse-dockerfile.ts';

/** `line-line KEYWORD text`. */
const read = (text: string) =>
  parseDockerfile(text)?.map(
    ({ keyword, text: rest, line, endLine }) => `${line}-${endLine} ${keyword} ${rest}`,
  );

// biome-ignore format: one line for each row
test.for([
  ['FROM a\nRUN b c\n', ['1-1 FROM a', '2-2 RUN b c']],
  ['from a\r\n  Run b\r\n', ['1-1 FROM a', '2-2 RUN b']],
  ['# x\n\nFROM a # y\n', ['3-3 FROM a # y']],
  ['RUN a \\\n  b \\\n  c\nUSER d', ['1-3 RUN a b c', '4-4 USER d']],
  ['RUN a \\\n# x\n\n  b\n', ['1-4 RUN a b']],
  ['RUN a \\', ['1-1 RUN a ']],
  ['RUN a \\\n', ['1-2 RUN a ']],
  ['# escape=`\nRUN a `\n  b\\\nUSER c', ['2-3 RUN a b\\', '4-4 USER c']],
  ['# syntax=x\n# escape = `\nRUN a `\n b', ['3-4 RUN a b']],
  ['FROM a\n# escape=`\nRUN a `\n b', ['1-1 FROM a', '3-3 RUN a `']],
  ['RUN <<EOF\na\nb\nEOF\nUSER c', ['1-4 RUN <<EOF\na\nb', '5-5 USER c']],
  ['COPY <<-"A" <<B /x\n1\n A\n2\nB\nUSER c', ['1-5 COPY <<-"A" <<B /x\n1\n2', '6-6 USER c']],
  ['ENV x <<EOF\nUSER a', ['1-1 ENV x <<EOF', '2-2 USER a']],
  ['RUN a <<<EOF\nUSER b', ['1-1 RUN a <<<EOF', '2-2 USER b']],
  ['RUN <<EOF\nnever closed', ['1-2 RUN <<EOF\nnever closed']],
  ['nonsense\nFROM a', ['2-2 FROM a']],
  ['FROMAGE x\nFROM', ['2-2 FROM ']],
  ['', []],
  [`${'x\n'.repeat(20)}FROM a`, ['21-21 FROM a']],
  [`${'x\n'.repeat(21)}FROM a`, undefined],
  [`FROM a\n${'x\n'.repeat(30)}USER b`, ['1-1 FROM a', '32-32 USER b']],
] as const)('%j', ([text, expected]) => {
  expect(read(text)).toEqual(expected);
});
