import { expect, test } from 'vitest';
import { contextOf } from './file-context.ts';
import { doubtOfFiller } from './filler-settings.ts';

const real = 'SESSION_SECRET=kniYBQYeaR0vG4hT\n';
const fillers = (count: number) =>
  Array.from({ length: count }, (_, i) => `SERVICE_${i}_TOKEN=${i % 2 ? 'test' : 'xxxx'}\n`).join('');
const limitOf = (path: string, text: string) => doubtOfFiller(contextOf(path), Buffer.from(text))?.limit;

test.for([
  ['most secrets are fillers', '.env', fillers(6) + real, 'medium'],
  ['as a configuration', 'config/app.yml', fillers(6).replaceAll('=', ': ') + real, 'medium'],
  ['in quotes', '.env', `${fillers(6).replace(/=(\w+)/g, '="$1"')}${real}`, 'medium'],
  ['few fillers', '.env', fillers(4) + real, undefined],
  ['as many real ones', '.env', fillers(6) + real.repeat(6), undefined],
  ['fillers of other things', '.env', `${fillers(6).replaceAll('TOKEN', 'NAME')}${real}`, undefined],
  ['a program', 'src/a.ts', fillers(6) + real, undefined],
] as const)('a file of settings: %s', ([, path, text, limit]) => {
  expect(limitOf(path, text)).toBe(limit);
});
