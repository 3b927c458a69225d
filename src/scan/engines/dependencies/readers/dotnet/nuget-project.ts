import { replacedText } from '../../../../formats/document/computed-value.ts';
import { parseXml, type XmlElement } from '../../../../formats/parse-xml.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/** Project files of .NET and `Directory.Packages.props`, which may hold the versions for all of them. */
export const readNugetProject: ReadFile = (text) => {
  const root = parseXml(text);
  const collector = new DependencyCollector('NuGet');
  const central: Array<[name: string, version: string, line: number]> = [];
  const properties = new Map<string, string>();
  for (const group of root.children) {
    if (group.name === 'PropertyGroup')
      for (const each of group.children) properties.set(each.name, each.text);
  }
  for (const item of root.children.flatMap((group) => (group.name === 'ItemGroup' ? group.children : []))) {
    const name = (item.attributes.get('Include') ?? item.attributes.get('Update'))?.trim();
    const version = expand(
      itemValue(item, 'VersionOverride') ?? itemValue(item, 'Version') ?? '',
      properties,
    ).trim();
    if (!name) continue;
    if (item.name === 'PackageVersion') central.push([name, version, item.line]);
    if (item.name !== 'PackageReference' && item.name !== 'GlobalPackageReference') continue;
    const isExact = /^\d[\w.+-]*$/.test(version);
    collector.add({
      name,
      version: isExact ? version : '',
      ...(isExact ? {} : { requirement: version }),
      line: item.line,
      scope: itemValue(item, 'PrivateAssets')?.toLowerCase() === 'all' ? 'dev' : 'runtime',
      direct: true,
    });
  }
  return {
    ...collector.finish(),
    ...(central.length > 0 ? { join: { kind: 'nuget-central', versions: central } } : {}),
  };
};

function itemValue(item: XmlElement, name: string): string | undefined {
  return item.attributes.get(name) ?? item.children.find((each) => each.name === name)?.text;
}

function expand(version: string, properties: Map<string, string>): string {
  return (
    replacedText(version, /\$\(([\w.]+)\)/g, ([whole, name = '']) => properties.get(name) ?? whole) ?? version
  );
}
