import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { parseJson } from '../../../../formats/parse-json.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `build.sbt.lock`, which a plug-in of sbt writes: packages of Maven with the configurations that need them. */
export const readSbtLock: ReadFile = (text, _path, problems) => {
  const root = parseJson(text, problems);
  if (!root.get('lockVersion')) throw new MalformedFile('No "lockVersion": not a lockfile of sbt.');
  const collector = new DependencyCollector('Maven');
  for (const item of root.itemsOf('dependencies')) {
    const organisation = item.text('org');
    const name = item.text('name');
    if (!organisation || !name) continue;
    const configurations = item.textsOf('configurations');
    const runs = configurations.some((each) => /^(?:compile|runtime|provided)/.test(each));
    collector.add({
      name: `${organisation}:${name}`,
      version: item.text('version') ?? '',
      line: item.line,
      scope: runs || configurations.length === 0 ? 'runtime' : 'dev',
    });
  }
  return collector.finish();
};
