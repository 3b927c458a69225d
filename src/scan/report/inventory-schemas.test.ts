import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../test/support/sample-scan.ts';
import type { InventoryPackage } from '../inventory.ts';
import type { ReportedScan } from '../scan-outcome.ts';
import { cyclonedx } from './cyclonedx.ts';
import { spdx } from './spdx.ts';

const tool = { version: '1.0.0' };

/** The official schemas of CycloneDX, as the project's own library carries them. */
function officialSchema(name: string): object {
  const library = import.meta.resolve('@cyclonedx/cyclonedx-library/package.json');
  return JSON.parse(readFileSync(new URL(`res/schema/${name}.SNAPSHOT.schema.json`, library), 'utf8'));
}

function createValidator() {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat('iri-reference', true);
  ajv.addFormat('idn-email', true);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    ajv.addSchema(officialSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  return ajv.compile(officialSchema('bom-1.6'));
}

const packages: InventoryPackage[] = [
  {
    purl: 'pkg:npm/%40scope/a@1.0.0',
    ecosystem: 'npm',
    name: '@scope/a',
    version: '1.0.0',
    scope: 'runtime',
    direct: true,
    licences: ['MIT'],
    locations: [{ file: 'package-lock.json', line: 3 }],
    needs: ['pkg:pypi/b'],
  },
  {
    purl: 'pkg:pypi/b',
    ecosystem: 'PyPI',
    name: 'b',
    version: '',
    scope: 'dev',
    direct: false,
    licences: ['GPL-3.0-only OR MIT', 'a licence of our own'],
    locations: [{ file: 'poetry.lock', line: 1 }],
    needs: ['pkg:npm/unknown@1'],
  },
];

function withInventory(change: Partial<ReportedScan> = {}): ReportedScan {
  const vulnerable = sampleFinding({
    package: {
      purl: packages[0]!.purl,
      path: ['@scope/a@1.0.0'],
      vulnIds: ['CVE-2026-1', 'GHSA-1'],
      fixedVersion: '1.0.1',
    },
  });
  return { ...sampleScan({ findings: [vulnerable] }), inventory: { packages, truncated: false }, ...change };
}

test('inventories are valid against the official schema of CycloneDX 1.6', () => {
  const validate = createValidator();
  for (const scan of [
    withInventory(),
    withInventory({ inventory: { packages: [], truncated: true } }),
    sampleScan(),
  ]) {
    const bom = JSON.parse(cyclonedx.render(scan, tool));
    expect(validate(bom), JSON.stringify(validate.errors)).toBe(true);
  }
  // The check itself can fail.
  expect(validate({ ...JSON.parse(cyclonedx.render(withInventory(), tool)), specVersion: 16 })).toBe(false);
});

test('whatever names, versions and licences a lockfile holds, the inventory stays valid', () => {
  const validate = createValidator();
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const hostile = fc.record({ name: text, version: text, licences: fc.array(text, { maxLength: 3 }) });
  fc.assert(
    fc.property(hostile, (parts) => {
      const scan = withInventory({
        inventory: { packages: [{ ...packages[0]!, ...parts }], truncated: false },
      });
      const bom = JSON.parse(cyclonedx.render(scan, tool));
      expect(validate(bom), JSON.stringify(validate.errors)).toBe(true);
      JSON.parse(spdx.render(scan, tool));
    }),
    { numRuns: 60, seed: 16 },
  );
});
