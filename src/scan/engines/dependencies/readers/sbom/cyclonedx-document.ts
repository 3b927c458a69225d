import type { DataNode } from '../../../../formats/data-node.ts';
import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { child, children, childText, parseXml, type XmlElement } from '../../../../formats/parse-xml.ts';
import type { ReadingProblems } from '../../../../formats/reading-problems.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import { findSystem, withSystem } from '../other/image-system.ts';
import type { ReadFile } from '../reader.ts';
import { SbomPackages } from './sbom-packages.ts';
import { readSpdxDocument } from './spdx-document.ts';

/** A CycloneDX inventory (JSON or XML) that is in the repository. Components are known by their package URL. */
export const readCyclonedxDocument: ReadFile = (text, path, problems) => {
  // `sbom.json` is a name that both kinds of inventories have.
  if (/"spdxVersion"/.test(text.slice(0, 4096))) return readSpdxDocument(text, path, problems);
  return text.trimStart().startsWith('<') ? readXml(text, problems) : readJson(text, problems);
};

/** Kinds of components that are packages; files, devices and data have no advisories of their own. */
const packageTypes = new Set(['library', 'framework', 'application', 'container']);

function readJson(text: string, problems: ReadingProblems) {
  const root = parseJson(text, problems);
  if (root.text('bomFormat') !== 'CycloneDX') throw new MalformedFile('"bomFormat" is not CycloneDX.');
  const collector = new DependencyCollector('npm');
  const references = new Map<string, number>();
  const packages = new SbomPackages();
  const entries = allComponents(root);
  const system = findSystem(
    entries
      .filter((entry) => entry.text('type') === 'operating-system')
      .map((entry) => ({ name: entry.text('name'), version: entry.text('version') })),
  );
  for (const entry of entries) {
    const purl = entry.text('purl');
    if (!purl && !packageTypes.has(entry.text('type') ?? '')) continue;
    const identity = packages.read(purl);
    if (!identity) continue;
    const licences = entry.itemsOf('licenses').flatMap((each) => {
      const licence =
        each.text('expression') ?? each.get('license')?.text('id') ?? each.get('license')?.text('name');
      return licence ? [licence] : [];
    });
    const position = collector.add({
      ...withSystem(identity, system),
      line: entry.line,
      scope: entry.text('scope') === 'optional' ? 'optional' : 'runtime',
      ...(licences.length > 0 ? { licences } : {}),
    });
    const reference = entry.text('bom-ref') ?? entry.text('purl');
    if (position !== undefined && reference) references.set(reference, position);
  }
  const rootReference = root.at('metadata', 'component', 'bom-ref')?.asText();
  for (const entry of root.itemsOf('dependencies')) {
    const from = references.get(entry.text('ref') ?? '');
    for (const wanted of entry.textsOf('dependsOn')) {
      const to = references.get(wanted);
      if (from !== undefined) collector.link(from, to);
      else if (to !== undefined && entry.text('ref') === rootReference) collector.at(to).direct = true;
    }
  }
  packages.reportTo(problems);
  return collector.finish();
}

/** Components may hold components. */
function allComponents(root: DataNode): DataNode[] {
  const found: DataNode[] = [];
  const queue: DataNode[] = [...root.itemsOf('components')].reverse();
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    found.push(entry);
    queue.push(...entry.itemsOf('components'));
  }
  return found;
}

function readXml(text: string, problems: ReadingProblems) {
  const root = parseXml(text);
  if (root.name !== 'bom') throw new MalformedFile('The root is not "bom": not a CycloneDX document.');
  const collector = new DependencyCollector('npm');
  const packages = new SbomPackages();
  const components = allElements(root);
  const system = findSystem(
    components
      .filter(({ attributes }) => attributes.get('type') === 'operating-system')
      .map((each) => ({ name: childText(each, 'name'), version: childText(each, 'version') })),
  );
  for (const component of components) {
    const purl = childText(component, 'purl');
    if (!purl && !packageTypes.has(component.attributes.get('type') ?? '')) continue;
    const identity = packages.read(purl);
    if (!identity) continue;
    const licences = children(child(component, 'licenses'), 'license').flatMap(
      (each) => childText(each, 'id') ?? childText(each, 'name') ?? [],
    );
    const expression = childText(child(component, 'licenses'), 'expression');
    const all = expression ? [expression] : licences;
    collector.add({
      ...withSystem(identity, system),
      line: component.line,
      ...(all.length > 0 && { licences: all }),
    });
  }
  packages.reportTo(problems);
  return collector.finish();
}

function allElements(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const queue = [...children(child(root, 'components'), 'component')].reverse();
  for (let next = queue.pop(); next; next = queue.pop()) {
    found.push(next);
    queue.push(...children(child(next, 'components'), 'component'));
  }
  return found;
}
