/**
 * What SPDX 2.3 asks of the fields that our documents have, as a JSON schema of our own: no package carries the official one. It allows no
 * other fields, and is stricter than the official one where the text of the standard is (identifiers, times, creators, locations).
 * `bench/dependencies/validate-inventory.ts` compares the two.
 */
const text = { type: 'string', minLength: 1 };
const identifier = { type: 'string', pattern: '^SPDXRef-[A-Za-z0-9.-]+$' };
const unknown = ['NOASSERTION', 'NONE'];

/** Names of licences, joined by AND, OR and WITH, with parentheses. */
const licence = {
  anyOf: [
    { enum: unknown },
    {
      type: 'string',
      pattern: '^\\(*[A-Za-z0-9.:-]+\\+?\\)*( (AND|OR|WITH) \\(*[A-Za-z0-9.:-]+\\+?\\)*)*$',
    },
  ],
};

function record(properties: Record<string, object>, optional: string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const creationInfo = record(
  {
    created: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$', format: 'date-time' },
    creators: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: '^(Tool|Person|Organization): \\S' },
    },
    comment: text,
  },
  ['comment'],
);

const packageEntry = record(
  {
    SPDXID: identifier,
    name: text,
    versionInfo: text,
    downloadLocation: {
      anyOf: [{ enum: unknown }, { type: 'string', pattern: '^(git\\+)?[a-z]+://\\S+$' }],
    },
    // Without analysed files there must be no code to verify them by.
    filesAnalyzed: { const: false },
    licenseConcluded: licence,
    licenseDeclared: licence,
    copyrightText: text,
    primaryPackagePurpose: { enum: ['SOURCE', 'LIBRARY'] },
    sourceInfo: text,
    externalRefs: {
      type: 'array',
      items: record({
        referenceCategory: { const: 'PACKAGE-MANAGER' },
        referenceType: { const: 'purl' },
        referenceLocator: { type: 'string', pattern: '^pkg:[a-z]+/\\S+$' },
      }),
    },
  },
  ['versionInfo', 'sourceInfo', 'externalRefs'],
);

const relationship = record({
  spdxElementId: identifier,
  relationshipType: {
    enum: [
      'DESCRIBES',
      'CONTAINS',
      'DEPENDS_ON',
      'DEV_DEPENDENCY_OF',
      'OPTIONAL_DEPENDENCY_OF',
      'RUNTIME_DEPENDENCY_OF',
    ],
  },
  relatedSpdxElement: identifier,
});

export const spdxSchema = record(
  {
    spdxVersion: { const: 'SPDX-2.3' },
    dataLicense: { const: 'CC0-1.0' },
    SPDXID: { const: 'SPDXRef-DOCUMENT' },
    name: text,
    documentNamespace: { type: 'string', format: 'uri', not: { pattern: '#' } },
    creationInfo,
    packages: { type: 'array', minItems: 1, items: packageEntry },
    hasExtractedLicensingInfos: {
      type: 'array',
      minItems: 1,
      items: record({
        licenseId: { type: 'string', pattern: '^LicenseRef-[A-Za-z0-9.-]+$' },
        extractedText: text,
        name: text,
      }),
    },
    relationships: { type: 'array', minItems: 1, items: relationship },
  },
  ['hasExtractedLicensingInfos'],
);
