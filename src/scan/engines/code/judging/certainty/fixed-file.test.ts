import { expect, test } from 'vitest';
import { unknownValue } from '../../domain/value.ts';
import type { Sink } from '../../knowledge/rule-types.ts';
import { ratedByFile } from './fixed-file.ts';

const sinkOf = (cwe: string) => ({ severity: 'high', rule: { cwe: [cwe] } }) as unknown as Sink;

test.each([
  ['/srv/\0/settings.yml', 'medium'],
  ['\0/a/b/page.html', 'medium'],
  ['C:\\\0\\settings.yml', 'medium'],
  ['/srv/\0/\0/settings.yml', 'medium'],
  ['\0&cmd=check&key=\0', 'low'],
  ['https://api.example.com/check?key=\0', 'low'],
  ['/srv/a=\0', 'high'],
  ['/srv/?a=b/\0', 'high'],
  ['/srv/\0.yml', 'high'],
  ['/srv/\0/.yml', 'high'],
  ['/srv/\0/files', 'high'],
  ['/srv/\0/settings-\0.yml', 'high'],
  ['/srv/\0/\0', 'high'],
  ['/srv/settings.yml', 'high'],
  [undefined, 'high'],
])('%j is %s', (text, severity) => {
  expect(ratedByFile(sinkOf('CWE-22'), { ...unknownValue, text }).severity).toBe(severity);
  expect(ratedByFile(sinkOf('CWE-918'), { ...unknownValue, text }).severity).toBe('high');
});
