import { createHash } from 'node:crypto';
import type { InventoryPackage } from '../model/inventory.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { documentUuid, subjectName } from './document-identity.ts';
import { combinedExpression } from './licence-expression.ts';
import type { ReportFormat, ReportTool } from './report.ts';
import { visibleText } from './visible-text.ts';

/** SPDX 2.3: every package with its licence and how the packages depend on one another. */
export const spdx: ReportFormat = {
  contentType: 'application/spdx+json; charset=utf-8',
  extension: 'spdx.json',
  render: (scan, tool) => JSON.stringify(document(scan, tool)),
};

const rootId = 'SPDXRef-Repository';

function document(scan: ReportedScan, tool: ReportTool) {
  const packages = scan.inventory?.packages ?? [];
  const known = new Set(packages.map(({ purl }) => purl));
  const name = visibleText(subjectName(scan));
  const entries = packages.map(packageEntry);
  const ownLicences = licenceReferences(entries.map(({ licenseDeclared }) => licenseDeclared));
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name,
    documentNamespace: `https://spdx.org/spdxdocs/lorekeep-${documentUuid(scan)}`,
    creationInfo: {
      created: (scan.finishedAt ?? '1970-01-01T00:00:00Z').replace(/\.\d+Z$/, 'Z'),
      creators: [`Tool: Lorekeep-${tool.version}`],
      ...(scan.inventory?.truncated ? { comment: 'There are more packages than are listed.' } : {}),
    },
    packages: [
      {
        SPDXID: rootId,
        name,
        ...(scan.commit === undefined ? {} : { versionInfo: scan.commit }),
        downloadLocation:
          scan.repoUrl === undefined ? 'NOASSERTION' : `git+${encodeURI(scan.repoUrl.toWellFormed())}`,
        filesAnalyzed: false,
        licenseConcluded: 'NOASSERTION',
        licenseDeclared: 'NOASSERTION',
        copyrightText: 'NOASSERTION',
        primaryPackagePurpose: 'SOURCE',
      },
      ...entries,
    ],
    ...(ownLicences.length === 0 ? {} : { hasExtractedLicensingInfos: ownLicences.map(extractedLicence) }),
    relationships: [
      relationship('SPDXRef-DOCUMENT', 'DESCRIBES', rootId),
      ...packages.flatMap((each) => relationshipsOf(each, known)),
    ],
  };
}

function packageEntry({ purl, name, version, licences, locations }: InventoryPackage) {
  return {
    SPDXID: idOf(purl),
    name: visibleText(name),
    ...(version === '' ? {} : { versionInfo: visibleText(version) }),
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: combinedExpression(licences) ?? 'NOASSERTION',
    copyrightText: 'NOASSERTION',
    primaryPackagePurpose: 'LIBRARY',
    sourceInfo: `Found in ${locations.map(({ file, line }) => `${visibleText(file)}:${line}`).join(', ')}`,
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
  };
}

/** Licences that are on no list: a document must define what it refers to. */
function licenceReferences(expressions: readonly string[]): string[] {
  const names = expressions.flatMap((each) => each.match(/LicenseRef-[A-Za-z0-9.-]+/g) ?? []);
  return [...new Set(names)].sort();
}

function extractedLicence(licenseId: string) {
  return {
    licenseId,
    extractedText: `The metadata of the package names the licence ${licenseId} without its text.`,
    name: licenseId,
  };
}

function relationshipsOf({ purl, direct, scope, needs }: InventoryPackage, known: ReadonlySet<string>) {
  const own = idOf(purl);
  const kinds = {
    dev: 'DEV_DEPENDENCY_OF',
    optional: 'OPTIONAL_DEPENDENCY_OF',
    runtime: 'RUNTIME_DEPENDENCY_OF',
  } as const;
  return [
    relationship(rootId, 'CONTAINS', own),
    ...(direct ? [relationship(own, kinds[scope], rootId)] : []),
    ...needs.filter((need) => known.has(need)).map((need) => relationship(own, 'DEPENDS_ON', idOf(need))),
  ];
}

function relationship(from: string, relationshipType: string, to: string) {
  return { spdxElementId: from, relationshipType, relatedSpdxElement: to };
}

/** Identifiers may hold few characters, and a package URL many. */
function idOf(purl: string): string {
  return `SPDXRef-Package-${createHash('sha256').update(purl).digest('hex').slice(0, 20)}`;
}
