import { packageOf } from '../ecosystems.ts';
import { MalformedFile } from '../formats/malformed-file.ts';
import { parseJson } from '../formats/parse-json.ts';
import { DependencyCollector } from './dependency-collector.ts';
import type { Reader } from './reader.ts';

/** An SPDX 2 inventory (JSON or tag-value) that lies in the repository. Packages are known by their package URL. */
export const spdxDocument: Reader = {
  id: 'spdx-document',
  kind: 'record',
  matches: (name) => /\.spdx(\.json)?$|^spdx.*\.json$/i.test(name),
  read(text) {
    return text.trimStart().startsWith('{') ? readJson(text) : readTagValue(text);
  },
};

function readJson(text: string) {
  const root = parseJson(text);
  if (!root.text('spdxVersion')?.startsWith('SPDX-2'))
    throw new MalformedFile('"spdxVersion" is not SPDX 2.');
  const collector = new DependencyCollector('npm');
  const references = new Map<string, number>();
  for (const entry of root.itemsOf('packages')) {
    const locator = entry
      .itemsOf('externalRefs')
      .find((each) => each.text('referenceType') === 'purl')
      ?.text('referenceLocator');
    const identity = packageOf(locator ?? '');
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
  return collector.finish();
}

function readTagValue(text: string) {
  if (!/^SPDXVersion:\s*SPDX-2/m.test(text.slice(0, 10_000)))
    throw new MalformedFile('No "SPDXVersion: SPDX-2".');
  const collector = new DependencyCollector('npm');
  for (const [index, line] of text.split('\n').entries()) {
    const locator = /^ExternalRef:\s*PACKAGE[-_]MANAGER\s+purl\s+(\S+)/.exec(line)?.[1];
    const identity = locator ? packageOf(locator) : undefined;
    if (identity) collector.add({ ...identity, line: index + 1 });
  }
  return collector.finish();
}
