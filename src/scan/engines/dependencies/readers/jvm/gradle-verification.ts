import { child, children, parseXml } from '../../../../formats/parse-xml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** `gradle/verification-metadata.xml`: checksums of everything that a build ever downloaded, plugins and old versions too. */
export const readGradleVerification: ReadFile = (text) => {
  const collector = new DependencyCollector('Maven');
  for (const component of children(child(parseXml(text), 'components'), 'component')) {
    const [group, name, version] = ['group', 'name', 'version'].map((key) => component.attributes.get(key));
    if (group && name && version) collector.add({ name: `${group}:${name}`, version, line: component.line });
  }
  return collector.finish();
};
