import { expect, test } from 'vitest';
import { readManifest } from '../../../scripts/grammars/manifest.ts';
import { verifyGrammars } from '../../../scripts/grammars/verify.ts';

test('every vendored grammar has the bytes that the manifest names', () => {
  expect(verifyGrammars()).toEqual([]);
});

test('a grammar that was swapped, is missing in the manifest or is used by no language is named', () => {
  const manifest = readManifest();
  const [first, second, ...rest] = manifest;
  const swapped = [{ ...first!, sha256: '0'.repeat(64) }, { ...second!, file: 'unknown.wasm.br' }, ...rest];
  expect(verifyGrammars({ manifest: swapped })).toEqual([
    `${first!.file}: not the bytes of the manifest.`,
    `${second!.file}: not in the manifest. Run "npm run grammars:update".`,
    'unknown.wasm.br: no language uses it.',
  ]);
});

test('every grammar names its package, version, checksum and licence', () => {
  for (const record of readManifest()) {
    expect(record.integrity).toMatch(/^sha512-/);
    expect(record.licence).toMatch(/^(?:MIT|Apache-2\.0|ISC|Unlicense)$/);
    expect(record.version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});
