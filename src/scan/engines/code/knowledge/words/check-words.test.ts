import { expect, test } from 'vitest';
import { ruleFolders } from '../../frontends/registry.ts';
import { loadIndex, loadRules } from '../load-rules.ts';
import { CheckWords } from './check-words.ts';

const wordsOf = (folder: string) => loadRules(folder).checkWords;

test('each language has its own words', () => {
  expect([wordsOf('go').has('ends', 'HasSuffix'), wordsOf('python').has('ends', 'HasSuffix')]).toEqual([
    true,
    false,
  ]);
  expect([
    wordsOf('php').has('matchFunctions', 'preg_match'),
    wordsOf('javascript').has('matchFunctions', 'preg_match'),
  ]).toEqual([true, false]);
  expect([
    wordsOf('python').areIn('uploads', 'f.original_filename'),
    wordsOf('go').areIn('uploads', 'f.original_filename'),
  ]).toEqual([true, false]);
});

test('every language with rules about incomplete checks says what it asks and escapes with', () => {
  const folders = ruleFolders().filter((folder) => loadRules(folder).incomplete.size > 0);
  const silent = folders.filter((folder) => {
    const said = loadIndex(folder).checkWords.flatMap((words) => Object.keys(words));
    return !['starts', 'ends', 'hosts', 'decodes', 'writes'].every((role) => said.includes(role));
  });
  expect([folders.length, silent]).toEqual([7, []]);
});

test('what several files say of one role is joined', () => {
  const words = new CheckWords([{ ends: ['endsWith'] }, { ends: ['closes'], starts: ['opens'] }]);
  expect([words.has('ends', 'endsWith'), words.has('ends', 'closes'), words.has('starts', 'closes')]).toEqual(
    [true, true, false],
  );
});
