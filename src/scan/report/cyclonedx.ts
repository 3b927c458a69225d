import type { Finding } from '../model/finding.ts';
import type { InventoryPackage } from '../model/inventory.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { documentUuid, subjectName } from './document-identity.ts';
import { combinedExpression } from './licence-expression.ts';
import type { ReportFormat, ReportTool } from './report.ts';
import { visibleText } from './visible-text.ts';

/** CycloneDX 1.6: every package with where it is and what it needs, and the vulnerabilities that were found in them. */
export const cyclonedx: ReportFormat = {
  contentType: 'application/vnd.cyclonedx+json; version=1.6',
  extension: 'cdx.json',
  render: (scan, tool) => JSON.stringify(document(scan, tool)),
};

function document(scan: ReportedScan, tool: ReportTool) {
  const packages = scan.inventory?.packages ?? [];
  const known = new Set(packages.map(({ purl }) => purl));
  const root = 'repository';
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${documentUuid(scan)}`,
    version: 1,
    metadata: {
      ...(scan.finishedAt === undefined ? {} : { timestamp: scan.finishedAt }),
      tools: { components: [{ type: 'application', name: 'Lorekeep', version: tool.version }] },
      component: {
        type: 'application',
        'bom-ref': root,
        name: visibleText(subjectName(scan)),
        ...(scan.commit === undefined ? {} : { version: scan.commit }),
      },
    },
    components: packages.map(component),
    dependencies: [
      { ref: root, dependsOn: packages.filter(({ direct }) => direct).map(({ purl }) => purl) },
      ...packages.map(({ purl, needs }) => ({
        ref: purl,
        dependsOn: needs.filter((need) => known.has(need)),
      })),
    ],
    // A cut list must not pass for a whole one.
    compositions: [
      { aggregate: scan.inventory?.truncated || !scan.coverage.complete ? 'incomplete' : 'unknown' },
    ],
    vulnerabilities: vulnerabilities(scan.findings, known),
  };
}

function component({ purl, name, version, scope, licences, locations, ecosystem }: InventoryPackage) {
  const slash = ecosystem === 'Maven' ? name.indexOf(':') : name.lastIndexOf('/');
  return {
    type: 'library',
    'bom-ref': purl,
    ...(slash > 0 ? { group: visibleText(name.slice(0, slash)) } : {}),
    name: visibleText(name.slice(slash + 1)),
    ...(version === '' ? {} : { version: visibleText(version) }),
    scope: scope === 'runtime' ? 'required' : scope === 'optional' ? 'optional' : 'excluded',
    ...(licences.length === 0 ? {} : { licenses: licencesOf(licences) }),
    purl,
    evidence: { occurrences: locations.map(({ file, line }) => ({ location: visibleText(file), line })) },
  };
}

function licencesOf(licences: readonly string[]) {
  const expression = combinedExpression(licences);
  if (expression !== undefined) return [{ expression }];
  return licences.map((licence) => ({ license: { name: visibleText(licence).slice(0, 500) } }));
}

/** One entry for each problem, with all the packages that it affects. */
function vulnerabilities(findings: readonly Finding[], known: ReadonlySet<string>) {
  const entries = new Map<string, { finding: Finding; purls: Set<string> }>();
  for (const finding of findings) {
    const id = finding.package?.vulnIds[0];
    if (id === undefined || !known.has(finding.package!.purl)) continue;
    const entry = entries.get(id) ?? { finding, purls: new Set() };
    entry.purls.add(finding.package!.purl);
    entries.set(id, entry);
  }
  return [...entries].map(([id, { finding, purls }]) => ({
    'bom-ref': `vulnerability-${id}`,
    id,
    ...(finding.package!.vulnIds.length > 1
      ? {
          references: finding
            .package!.vulnIds.slice(1)
            .map((other) => ({ id: other, source: { name: other.split('-')[0]! } })),
        }
      : {}),
    ratings: [{ severity: finding.severity, method: 'other' }],
    cwes: finding.cwe.map((cwe) => Number(cwe.replace('CWE-', ''))).filter((number) => number > 0),
    description: visibleText(finding.description, { multiline: true }),
    ...(finding.suggestion === undefined ? {} : { recommendation: visibleText(finding.suggestion) }),
    affects: [...purls].map((ref) => ({ ref })),
  }));
}
