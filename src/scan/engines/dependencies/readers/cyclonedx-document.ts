import { packageOf } from '../ecosystems.ts';
import type { DataNode } from '../formats/data-node.ts';
import { MalformedFile } from '../formats/malformed-file.ts';
import { parseJson } from '../formats/parse-json.ts';
import { child, children, childText, parseXml } from '../formats/parse-xml.ts';
import { DependencyCollector } from './dependency-collector.ts';
import type { Reader } from './reader.ts';

/** A CycloneDX inventory (JSON or XML) that lies in the repository. Components are known by their package URL. */
export const cyclonedxDocument: Reader = {
  id: 'cyclonedx-document',
  kind: 'record',
  matches: (name) =>
    /^bom\.(json|xml)$|[.-]cdx\.(json|xml)$|cyclonedx.*\.(json|xml)$|\.sbom\.json$/i.test(name),
  read(text) {
    return text.trimStart().startsWith('<') ? readXml(text) : readJson(text);
  },
};

function readJson(text: string) {
  const root = parseJson(text);
  if (root.text('bomFormat') !== 'CycloneDX') throw new MalformedFile('"bomFormat" is not CycloneDX.');
  const collector = new DependencyCollector('npm');
  const references = new Map<string, number>();
  const queue: DataNode[] = [...root.itemsOf('components')].reverse();
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    queue.push(...entry.itemsOf('components'));
    const identity = packageOf(entry.text('purl') ?? '');
    if (!identity) continue;
    const licences = entry.itemsOf('licenses').flatMap((each) => {
      const licence =
        each.text('expression') ?? each.get('license')?.text('id') ?? each.get('license')?.text('name');
      return licence ? [licence] : [];
    });
    const position = collector.add({
      ...identity,
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
  return collector.finish();
}

function readXml(text: string) {
  const root = parseXml(text);
  if (root.name !== 'bom') throw new MalformedFile('The root is not "bom": not a CycloneDX document.');
  const collector = new DependencyCollector('npm');
  for (const component of children(child(root, 'components'), 'component')) {
    const identity = packageOf(childText(component, 'purl') ?? '');
    if (identity) collector.add({ ...identity, line: component.line });
  }
  return collector.finish();
}
