import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each(['embedded', 'postgres'])(
  'the migrations of %s are numbered from 1 without gaps or doubles',
  (backend) => {
    const folder = new URL(`./${backend}/migrations/`, import.meta.url);
    const numbers = readdirSync(folder)
      .sort()
      .map((name) => Number(name.slice(0, 3)));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  },
);
