import { MalformedFile } from '../formats/malformed-file.ts';
import { parseJson } from '../formats/parse-json.ts';
import type { ReadingProblems } from '../formats/reading-problems.ts';
import { DependencyCollector } from './dependency-collector.ts';
import type { ReadFile } from './reader.ts';
import { SbomPackages } from './sbom-packages.ts';

/** An SPDX 2 inventory (JSON or tag-value) that lies in the repository. Packages are known by their package URL. */
export const readSpdxDocument: ReadFile = (text, _path, problems) => {
  return text.trimStart().startsWith('{') ? readJson(text, problems) : readTagValue(text, problems);
};

function readJson(text: string, problems: ReadingProblems) {
  const root = parseJson(text, problems);
  if (!root.text('spdxVersion')?.startsWith('SPDX-2'))
    throw new MalformedFile('"spdxVersion" is not SPDX 2.');
  const collector = new DependencyCollector('npm');
  const packages = new SbomPackages();
  const references = new Map<string, number>();
  const described = new Set(
    root.itemsOf('relationships').flatMap((entry) => {
      const isDescription = entry.text('relationshipType') === 'DESCRIBES';
      return isDescription ? (entry.text('relatedSpdxElement') ?? []) : [];
    }),
  );
  for (const entry of root.itemsOf('packages')) {
    const locator = entry
      .itemsOf('externalRefs')
      .find((each) => each.text('referenceType') === 'purl')
      ?.text('referenceLocator');
    // What the document is about is the product itself, which often has no package URL.
    if (!locator && described.has(entry.text('SPDXID') ?? '')) continue;
    const identity = packages.read(locator);
    if (!identity) continue;
    const licence = [entry.text('licenseConcluded'), entry.text('licenseDeclared')].find(
      (each) => each && each !== 'NOASSERTION' && each !== 'NONE',
    );
    const position = collector.add({
      ...identity,
      line: entry.line,
      ...(licence ? { licences: [licence] } : {}),
    });
    const reference = entry.text('SPDXID');
    if (position !== undefined && reference) references.set(reference, position);
  }
  for (const entry of root.itemsOf('relationships')) {
    if (entry.text('relationshipType') !== 'DEPENDS_ON') continue;
    const from = references.get(entry.text('spdxElementId') ?? '');
    const to = references.get(entry.text('relatedSpdxElement') ?? '');
    if (from !== undefined) collector.link(from, to);
    else if (to !== undefined) collector.at(to).direct = true;
  }
  packages.reportTo(problems);
  return collector.finish();
}

function readTagValue(text: string, problems: ReadingProblems) {
  if (!/^SPDXVersion:\s*SPDX-2/m.test(text.slice(0, 10_000)))
    throw new MalformedFile('No "SPDXVersion: SPDX-2".');
  const collector = new DependencyCollector('npm');
  const packages = new SbomPackages();
  for (const [index, line] of text.split('\n').entries()) {
    const locator = /^ExternalRef:\s*PACKAGE[-_]MANAGER\s+purl\s+(\S+)/.exec(line)?.[1];
    const identity = locator ? packages.read(locator) : undefined;
    if (identity) collector.add({ ...identity, line: index + 1 });
  }
  packages.reportTo(problems);
  return collector.finish();
}
