import type { SpdxDocument, SpdxPackage } from './spdx-package.ts';

const maxLineLength = 10_000;

/** An SPDX document in its form as lines of `Tag: value`; undefined where it is none. A package begins with its name. */
export function readTagValue(text: string): SpdxDocument | undefined {
  if (!/^SPDXVersion:\s*SPDX-2/m.test(text.slice(0, 10_000))) return undefined;
  const document: SpdxDocument = { packages: [], relationships: [] };
  let current: SpdxPackage | undefined;
  let inText = false;
  for (const [index, line] of text.split('\n').entries()) {
    // A text over several lines may hold anything, also what looks like a tag.
    if (inText) {
      inText = !line.includes('</text>');
      continue;
    }
    const match = line.length > maxLineLength ? null : /^(\w+):[ \t]*(.*?)\s*$/.exec(line);
    if (!match) continue;
    const [, tag, value] = match as unknown as [string, string, string];
    inText = value.includes('<text>') && !value.includes('</text>');
    if (tag === 'PackageName') {
      current = newPackage(value, index + 1);
      document.packages.push(current);
    } else if (tag === 'FileName' || tag === 'SnippetSPDXID') current = undefined;
    else if (tag === 'Relationship') {
      const [from = '', kind = '', to = ''] = value.split(/\s+/);
      document.relationships.push([from, kind, to]);
    } else if (current) setField(current, tag, value);
  }
  return document;
}

function newPackage(name: string, line: number): SpdxPackage {
  return {
    id: '',
    name,
    version: '',
    line,
    purl: undefined,
    licences: [],
    purpose: undefined,
    sourceInfo: undefined,
  };
}

function setField(each: SpdxPackage, tag: string, value: string): void {
  switch (tag) {
    case 'SPDXID':
      each.id = value;
      break;
    case 'PackageVersion':
      each.version = value;
      break;
    case 'PrimaryPackagePurpose':
      each.purpose = value;
      break;
    case 'PackageSourceInfo':
      each.sourceInfo = value.replace(/^<text>|<\/text>$/g, '');
      break;
    case 'PackageLicenseConcluded':
    case 'PackageLicenseDeclared':
      each.licences.push(value);
      break;
    case 'ExternalRef':
      each.purl ??= /^[\w-]+\s+purl\s+(\S+)/.exec(value)?.[1];
      break;
  }
}
