import { expect, test } from 'vitest';
import { high, indexOf, scan, tree } from '../../../../test/support/dependency-scan.ts';
import { sampleScan } from '../../../../test/support/sample-scan.ts';
import { cyclonedx } from '../../report/cyclonedx.ts';
import { spdx } from '../../report/spdx.ts';
import { refusedLicence } from './licence-policy.ts';

test('licences outside the policy are reported; a choice between licences is the user’s', async () => {
  const { findings } = await scan(tree, { licencePolicy: { deny: ['GPL-3.0-only'] } });
  expect(findings).toMatchObject([
    {
      ruleId: 'dependency-licence',
      title: 'unused@1.0.0: licence GPL-3.0-only is not accepted',
      startLine: 20,
    },
  ]);
  const policy = { allow: ['MIT', 'Apache-2.0'], deny: ['AGPL-3.0-only'] };
  expect(refusedLicence('MIT', policy)).toBeUndefined();
  expect(refusedLicence('GPL-2.0-only OR MIT', policy)).toBeUndefined();
  expect(refusedLicence('MIT AND (Apache-2.0 OR ISC)', policy)).toBeUndefined();
  expect(refusedLicence('MIT AND AGPL-3.0-only', policy)).toBe('AGPL-3.0-only');
  expect(refusedLicence('GPL-2.0-only WITH Classpath-exception-2.0', policy)).toBe('GPL-2.0-only');
  expect(refusedLicence('('.repeat(10_000), policy)).toBeDefined();
  // Broken expressions: nothing that is denied gets through, nothing that is not allowed either.
  expect(refusedLicence('(AGPL-3.0-only', { deny: ['AGPL-3.0-only'] })).toBe('AGPL-3.0-only');
  expect(refusedLicence('MIT OR', policy)).toBe('MIT OR');
  expect(refusedLicence('MIT OR', { deny: ['AGPL-3.0-only'] })).toBeUndefined();
});

test('the inventory becomes a CycloneDX and an SPDX document, the same for the same scan', async () => {
  const advisories = indexOf({
    id: 'GHSA-i',
    ecosystem: 'npm',
    name: 'qs',
    type: 'SEMVER',
    events: [{ introduced: '0' }],
    more: high,
  });
  const { inventory, findings } = await scan(tree, { advisories });
  const finding = {
    ...findings[0]!,
    id: 'fin_1',
    line: 16,
    engine: 'dependencies' as const,
    fingerprint: 'f',
    status: 'open' as const,
  };
  const reported = { ...sampleScan(), inventory: inventory!, findings: [finding] } as Parameters<
    typeof cyclonedx.render
  >[0];
  const text = cyclonedx.render(reported, { version: '1.0.0' });
  expect(cyclonedx.render(reported, { version: '1.0.0' })).toBe(text);
  const bom = JSON.parse(text);
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(bom.components.map((each: { purl: string }) => each.purl)).toEqual([
    'pkg:npm/express@4.0.0',
    'pkg:npm/qs@1.0.0',
    'pkg:npm/unused@1.0.0',
  ]);
  expect(bom.dependencies).toContainEqual({ ref: 'pkg:npm/express@4.0.0', dependsOn: ['pkg:npm/qs@1.0.0'] });
  expect(bom.components[1].licenses).toEqual([{ expression: 'MIT' }]);
  expect(bom.vulnerabilities).toMatchObject([{ id: 'GHSA-i', affects: [{ ref: 'pkg:npm/qs@1.0.0' }] }]);
  const document = JSON.parse(spdx.render(reported, { version: '1.0.0' }));
  expect(document).toMatchObject({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
  });
  expect(document.packages).toHaveLength(4);
  const ids = new Set([
    'SPDXRef-DOCUMENT',
    ...document.packages.map((each: { SPDXID: string }) => each.SPDXID),
  ]);
  for (const { spdxElementId, relatedSpdxElement } of document.relationships) {
    expect(ids.has(spdxElementId) && ids.has(relatedSpdxElement)).toBe(true);
  }
});
