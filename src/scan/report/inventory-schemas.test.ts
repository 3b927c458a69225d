import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../../../test/support/sample-scan.ts';
import { spdxSchema } from '../../../test/support/spdx-schema.ts';
import type { InventoryPackage } from '../model/inventory.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { cyclonedx } from './cyclonedx.ts';
import { spdx } from './spdx.ts';

const tool = { version: '1.0.0' };

/** The official schemas of CycloneDX, as the project's own library carries them. */
function officialSchema(name: string): object {
  const library = import.meta.resolve('@cyclonedx/cyclonedx-library/package.json');
  return JSON.parse(readFileSync(new URL(`res/schema/${name}.SNAPSHOT.schema.json`, library), 'utf8'));
}

function createAjv() {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  return ajv;
}

function createValidator() {
  const ajv = createAjv();
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

test('inventories are valid SPDX 2.3, and every identifier that they use is one of their own', () => {
  const validate = createAjv().compile(spdxSchema);
  for (const scan of [
    withInventory(),
    withInventory({ repoUrl: 'https://example.org/a b/ü.git', commit: 'c'.repeat(40) }),
    withInventory({ inventory: { packages: [], truncated: true } }),
    sampleScan(),
  ]) {
    const document = JSON.parse(spdx.render(scan, tool));
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(danglingIds(document)).toEqual([]);
  }
  const document = JSON.parse(spdx.render(withInventory(), tool));
  const broken = [
    ...Object.keys(document).map((key) => ({ ...document, [key]: undefined })),
    { ...document, comments: 'x' },
    { ...document, packages: [{ ...document.packages[0], SPDXID: 'SPDXRef_a' }] },
    { ...document, creationInfo: { ...document.creationInfo, created: '2026-01-01' } },
    { ...document, relationships: [{ ...document.relationships[0], relationshipType: 'NEEDS' }] },
  ];
  for (const each of broken) expect(validate(JSON.parse(JSON.stringify(each)))).toBe(false);
});

test('a licence that is on no list is defined where an SPDX document refers to it', () => {
  const validate = createAjv().compile(spdxSchema);
  const licences = [
    ['LicenseRef-Acme'],
    ['LicenseRef-Beta OR MIT', 'LicenseRef-Acme'],
    ['DocumentRef-elsewhere:LicenseRef-Acme'],
    ['LicenseRef-with_underscore'],
  ];
  const listed = licences.map((each, i) => ({ ...packages[0]!, purl: `pkg:npm/a${i}@1`, licences: each }));
  const document = JSON.parse(
    spdx.render(withInventory({ inventory: { packages: listed, truncated: false } }), tool),
  );
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(document.packages.slice(1).map((each: { licenseDeclared: string }) => each.licenseDeclared)).toEqual(
    ['LicenseRef-Acme', '(LicenseRef-Beta OR MIT) OR LicenseRef-Acme', 'NOASSERTION', 'NOASSERTION'],
  );
  expect(document.hasExtractedLicensingInfos.map((each: { licenseId: string }) => each.licenseId)).toEqual([
    'LicenseRef-Acme',
    'LicenseRef-Beta',
  ]);
});

function danglingIds(document: {
  packages: Array<{ SPDXID: string }>;
  relationships: Array<{ spdxElementId: string; relatedSpdxElement: string }>;
}): string[] {
  const ids = ['SPDXRef-DOCUMENT', ...document.packages.map(({ SPDXID }) => SPDXID)];
  const used = document.relationships.flatMap((each) => [each.spdxElementId, each.relatedSpdxElement]);
  return [...used.filter((id) => !ids.includes(id)), ...ids.filter((id, at) => ids.indexOf(id) !== at)];
}

test('whatever names, versions and licences a lockfile holds, the inventory stays valid', () => {
  const validate = createValidator();
  const validateSpdx = createAjv().compile(spdxSchema);
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
  const hostile = fc.record({ name, version: text, licences: fc.array(text, { maxLength: 3 }) });
  fc.assert(
    fc.property(hostile, (parts) => {
      const scan = withInventory({
        inventory: { packages: [{ ...packages[0]!, ...parts }], truncated: false },
      });
      const bom = JSON.parse(cyclonedx.render(scan, tool));
      expect(validate(bom), JSON.stringify(validate.errors)).toBe(true);
      const document = JSON.parse(spdx.render(scan, tool));
      expect(validateSpdx(document), JSON.stringify(validateSpdx.errors)).toBe(true);
    }),
    { numRuns: 60, seed: 16 },
  );
});
