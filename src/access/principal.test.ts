import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayGrantNamespaces, mayUseNamespace, type Principal } from './principal.ts';

const principal = (namespaces?: string[]): Principal => ({
  tenantId: 't',
  keyId: 'k',
  scopes: [],
  plan: { name: 'free', searchLimitDefault: 5, requestsPerMinute: 0, maxEntries: 0, scansPerDay: 0 },
  rateLimited: true,
  ...(namespaces && { namespaces }),
});

test('without patterns every namespace may be used, with patterns only those that match one', () => {
  expect(mayUseNamespace(principal(), 'anything')).toBe(true);
  expect(mayUseNamespace(principal(['app-*', 'shared']), 'app-1')).toBe(true);
  expect(mayUseNamespace(principal(['app-*', 'shared']), 'shared')).toBe(true);
  expect(mayUseNamespace(principal(['app-*', 'shared']), 'shared2')).toBe(false);
  expect(mayUseNamespace(principal(['app-*']), 'xapp-1')).toBe(false);
});

test('a pattern matches what the regular expression with .* for * matches', () => {
  const letters = fc
    .array(fc.constantFrom('a', 'b', '*', '.'), { maxLength: 8 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(letters, letters, (pattern, text) => {
      const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^]*')}$`);
      expect(mayUseNamespace(principal([pattern]), text)).toBe(expression.test(text));
    }),
    { numRuns: 5_000 },
  );
});

test('a pattern of many stars does not take long', () => {
  expect(mayUseNamespace(principal([`${'*a'.repeat(100)}b`]), 'a'.repeat(256))).toBe(false);
});

test('who is bound to namespaces grants nothing beyond them, whatever the patterns', () => {
  expect(mayGrantNamespaces(principal(), undefined)).toBe(true);
  expect(mayGrantNamespaces(principal(['app-*']), undefined)).toBe(false);
  expect(mayGrantNamespaces(principal(['app-*']), ['app-1', 'app-x-*'])).toBe(true);
  expect(mayGrantNamespaces(principal(['app-*']), ['app-1', '*'])).toBe(false);
  const letters = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(letters, letters, letters, (own, granted, text) => {
      if (!mayGrantNamespaces(principal([own]), [granted])) return;
      if (mayUseNamespace(principal([granted]), text))
        expect(mayUseNamespace(principal([own]), text)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
