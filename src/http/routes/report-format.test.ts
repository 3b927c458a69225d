import { describe, expect, test } from 'vitest';
import { chooseFormat } from './report-format.ts';

describe('the format of a report', () => {
  test.each([
    [undefined, 'json'],
    ['', 'json'],
    ['  ', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['text/html', 'html'],
    ['TEXT/HTML', 'html'],
    ['text/*', 'html'],
    ['text/csv', 'csv'],
    ['text/markdown; charset=utf-8', 'markdown'],
    ['application/sarif+json', 'sarif'],
    ['image/png, text/csv', 'csv'],
    ['text/csv;q=0.5, text/html', 'html'],
    ['text/csv;q=0.5, text/html;q=0.4', 'csv'],
    ['text/csv;q=0, text/html;q=0.1', 'html'],
    ['text/csv; q=1, text/html; q=1', 'csv'],
    [`${'image/png,'.repeat(49)}text/csv`, 'csv'],
  ])('for Accept %j is %s', (accept, format) => {
    expect(chooseFormat(undefined, accept)).toBe(format);
  });

  test('is the one that was asked for, whatever is accepted', () => {
    expect(chooseFormat('junit', 'text/html')).toBe('junit');
    expect(chooseFormat('json', 'image/png')).toBe('json');
  });

  test.each(['image/png', 'text/html;q=0', 'text/csv;q=x', `${'image/png,'.repeat(50)}text/csv`])(
    'is none where Accept is %j',
    (accept) => {
      expect(() => chooseFormat(undefined, accept)).toThrow(
        expect.objectContaining({ code: 'not_acceptable' }),
      );
    },
  );
});
