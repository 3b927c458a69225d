import type { DataNode } from '../../../../formats/data-node.ts';
import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import type { ReadingProblems } from '../../../../formats/reading-problems.ts';
import { parseYamlData } from '../../../../formats/yaml/yaml-data.ts';
import type { NamedPackage } from '../../ecosystems.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import { findSystem, withSystem } from '../other/image-system.ts';
import type { ReadFile, Reading } from '../reader.ts';
import { SbomPackages } from './sbom-packages.ts';
import type { SpdxDocument, SpdxPackage } from './spdx-package.ts';
import { readTagValue } from './spdx-tag-value.ts';

/** An SPDX 2 inventory (JSON, YAML or tag-value) that is in the repository. Packages are known by their package URL. */
export const readSpdxDocument: ReadFile = (text, path, problems) => {
  if (/\.rdf$/i.test(path))
    throw new MalformedFile('Not read, so that nothing in it was judged: SPDX as RDF.', 'format_not_read');
  const document = readForm(text, path, problems);
  if (document) return judgeable(document, problems);
  // Lists of licences have such names as well; only a name that nothing else has makes the file a broken document.
  if (/\.spdx(\.json|\.ya?ml)?$/i.test(path)) throw new MalformedFile('No "spdxVersion" of SPDX 2.');
  return { dependencies: [] };
};

function readForm(text: string, path: string, problems: ReadingProblems): SpdxDocument | undefined {
  if (text.trimStart().startsWith('{')) return readTree(parseJson(text, problems));
  return /\.ya?ml$/i.test(path) ? readTree(parseYamlData(text, problems)) : readTagValue(text);
}

function readTree(root: DataNode): SpdxDocument | undefined {
  if (!root.text('spdxVersion')?.startsWith('SPDX-2')) return undefined;
  return {
    packages: root.itemsOf('packages').map((entry) => ({
      id: entry.text('SPDXID') ?? '',
      name: entry.text('name') ?? '',
      version: entry.text('versionInfo') ?? '',
      line: entry.line,
      purl: entry
        .itemsOf('externalRefs')
        .find((each) => each.text('referenceType') === 'purl')
        ?.text('referenceLocator'),
      licences: [entry.text('licenseConcluded'), entry.text('licenseDeclared')],
      purpose: entry.text('primaryPackagePurpose'),
      sourceInfo: entry.text('sourceInfo'),
    })),
    relationships: root
      .itemsOf('relationships')
      .map((entry) => [
        entry.text('spdxElementId') ?? '',
        entry.text('relationshipType') ?? '',
        entry.text('relatedSpdxElement') ?? '',
      ]),
  };
}

function judgeable({ packages, relationships }: SpdxDocument, problems: ReadingProblems): Reading {
  const collector = new DependencyCollector('npm');
  const known = new SbomPackages();
  const positions = new Map<string, number>();
  const described = new Set(relationships.flatMap(([, kind, to]) => (kind === 'DESCRIBES' ? [to] : [])));
  const system = findSystem(packages.filter(({ purpose }) => purpose === 'OPERATING-SYSTEM'));
  for (const each of packages) {
    // What the document is about is the product itself, which often has no package URL; nor has the system.
    if (!each.purl && (described.has(each.id) || each.purpose === 'OPERATING-SYSTEM')) continue;
    const identity = known.read(each.purl);
    if (!identity) continue;
    const licence = each.licences.find((text) => text && text !== 'NOASSERTION' && text !== 'NONE');
    const position = collector.add({
      ...withSystem(withSource(identity, each), system),
      line: each.line,
      ...(licence ? { licences: [licence] } : {}),
    });
    if (position !== undefined && each.id !== '') positions.set(each.id, position);
  }
  for (const [from, kind, to] of relationships) {
    if (kind !== 'DEPENDS_ON') continue;
    const source = positions.get(from);
    const target = positions.get(to);
    if (source !== undefined) collector.link(source, target);
    else if (target !== undefined) collector.at(target).direct = true;
  }
  known.reportTo(problems);
  return collector.finish();
}

/** With the source package, which some tools only tell in words: `built package from: busybox 1.36.1-r2`. */
function withSource(named: NamedPackage, { sourceInfo }: SpdxPackage): NamedPackage {
  const sourceName = named.sourceName ?? /^built package from: (\S+) \S+$/.exec(sourceInfo ?? '')?.[1];
  return sourceName ? { ...named, sourceName } : named;
}
