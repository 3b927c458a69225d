import { expect, test } from 'vitest';
import { answeredOnce } from './answered-once.ts';

const counting = () => {
  const asked: string[] = [];
  const ask = answeredOnce((pattern) => {
    asked.push(pattern);
    return pattern.includes('+');
  });
  return { asked, ask };
};

test('a pattern is asked for once, whether the answer is yes or no', () => {
  const { asked, ask } = counting();
  expect(['a+', 'b', 'a+', 'b'].map(ask)).toEqual([true, false, true, false]);
  expect(asked).toEqual(['a+', 'b']);
});

test('neither long patterns nor more than a thousand are kept', () => {
  const { asked, ask } = counting();
  const long = 'a'.repeat(2_001);
  for (const pattern of [long, long]) ask(pattern);
  expect(asked).toHaveLength(2);
  for (let i = 0; i <= 1_000; i++) ask(`p${i}`);
  ask('p0');
  expect(asked).toHaveLength(2 + 1_001 + 1);
});
