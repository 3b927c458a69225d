import fc from 'fast-check';
import { PackageURL } from 'packageurl-js';
import { expect, test } from 'vitest';
import { formatPackageUrl, parsePackageUrl } from './package-url.ts';

const types = ['npm', 'pypi', 'cargo', 'maven', 'composer', 'gem', 'nuget', 'hex', 'github', 'deb'];
const word = fc.stringMatching(/^[a-z0-9]([a-z0-9._~+ @%&=-]{0,12}[a-z0-9])?$/);

test('package URLs are written and read as the reference library does', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.option(word, { nil: undefined }),
      word,
      word,
      (type, space, name, version) => {
        // These types need a namespace, or have none.
        const namespace =
          type === 'maven' || type === 'github' || type === 'composer'
            ? (space ?? 'a')
            : type === 'pypi'
              ? undefined
              : space;
        const theirs = new PackageURL(type, namespace, name, version, undefined, undefined).toString();
        expect(formatPackageUrl(type, namespace, name, version)).toBe(theirs);
        const read = PackageURL.fromString(theirs);
        expect(parsePackageUrl(theirs)).toMatchObject({
          type,
          name: read.name,
          version: read.version,
          ...(read.namespace && { namespace: read.namespace }),
        });
      },
    ),
    { numRuns: 2_000, seed: 3 },
  );
});

test.each([
  ['pkg:npm/%40angular/core@17.0.0', { namespace: '@angular', name: 'core', version: '17.0.0' }],
  ['pkg:npm/@angular/core@17.0.0', { namespace: '@angular', name: 'core', version: '17.0.0' }],
  ['pkg:PyPI/Django_package', { type: 'pypi', name: 'django-package' }],
  [
    'pkg:golang/google.golang.org/genproto@v0.0.0#googleapis/api',
    { namespace: 'google.golang.org', name: 'genproto', version: 'v0.0.0' },
  ],
  ['pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie', { name: 'curl', version: '7.50.3-1' }],
])('%s is read', (text, parts) => {
  expect(parsePackageUrl(text)).toMatchObject(parts);
});

test('what is no package URL is none, and any name makes one line', () => {
  for (const text of ['', 'pkg:', 'pkg:npm', 'pkg:npm/', 'npm/a@1', 'pkg:npm/%zz@1', 'http://a/b'])
    expect(parsePackageUrl(text), text).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, version) => {
      expect(formatPackageUrl('npm', undefined, name, version)).toMatch(/^pkg:npm\/[\x21-\x7e]*$/);
    }),
  );
});
