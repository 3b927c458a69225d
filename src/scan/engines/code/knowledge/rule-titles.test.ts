import { expect, test } from 'vitest';
import { createCodeEngine } from '../code-engine.ts';

/** What people call a weakness and search for. */
const names: Record<string, RegExp> = {
  'CWE-22': /path traversal|zip/i,
  'CWE-78': /injection/i,
  'CWE-79': /XSS/,
  'CWE-88': /argument injection/i,
  'CWE-89': /SQL injection/,
  'CWE-94': /injection/i,
  'CWE-95': /injection/i,
  'CWE-352': /CSRF/,
  'CWE-502': /deserialization/i,
  'CWE-601': /open redirect/i,
  'CWE-611': /XXE/,
  'CWE-798': /hard-coded/i,
  'CWE-915': /mass assignment/i,
  'CWE-918': /SSRF/,
  'CWE-942': /CORS/,
  'CWE-943': /injection/i,
  'CWE-1321': /prototype pollution/i,
  'CWE-1333': /ReDoS/,
  'CWE-1336': /injection/i,
};

test('a title names the weakness, where it has a name that everybody knows', () => {
  const rules = createCodeEngine().rules.filter(({ cwe }) => names[cwe[0]!]);
  expect(rules.length).toBeGreaterThan(250);
  expect(
    rules.filter(({ cwe, title }) => !names[cwe[0]!]!.test(title)).map(({ id, title }) => `${id}: ${title}`),
  ).toEqual([]);
});
