import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseYamlData } from '../../../../formats/yaml/yaml-data.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `Podfile.lock` of CocoaPods. A subspec (`Pod/Part`) has the version of its pod. */
export const readPodfileLock: ReadFile = (text, _path, problems) => {
  const root = parseYamlData(text, problems);
  if (!root.get('PODS')) throw new MalformedFile('No "PODS": not a Podfile.lock.');
  const collector = new DependencyCollector('CocoaPods');
  const positions = new Map<string, number>();
  const needs: Array<[from: number, wanted: string]> = [];
  const external = new Set([...root.entriesOf('EXTERNAL SOURCES')].map(([name]) => name));
  for (const item of root.itemsOf('PODS')) {
    const [first] = item.isMap ? item.entries() : [];
    const written = first ? first[0] : (item.asText() ?? '');
    const match = /^(\S+) \(([^)]+)\)$/.exec(written);
    if (!match) continue;
    const name = match[1]!.split('/')[0]!;
    const known = positions.get(name);
    const source = external.has(name) ? { source: 'git' as const } : {};
    const position = known ?? collector.add({ name, version: match[2]!, line: item.line, ...source });
    if (position === undefined) continue;
    positions.set(name, position);
    for (const child of first?.[1].items() ?? []) needs.push([position, child.asText() ?? '']);
  }
  for (const [from, wanted] of needs) {
    const to = positions.get(podName(wanted));
    if (to === undefined || !collector.at(from).needs.includes(to)) collector.link(from, to);
  }
  for (const item of root.itemsOf('DEPENDENCIES')) {
    const position = positions.get(podName(item.asText() ?? ''));
    if (position !== undefined) collector.at(position).direct = true;
  }
  return collector.finish();
};

function podName(written: string): string {
  return written.split(/[\s/]/)[0]!;
}
