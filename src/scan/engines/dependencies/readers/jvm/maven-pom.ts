import { replacedText } from '../../../../formats/document/computed-value.ts';
import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { child, children, childText, parseXml, type XmlElement } from '../../../../formats/parse-xml.ts';
import type { ReadFile } from '../reader.ts';
import type { PomDependency, PomModel } from './pom-model.ts';

const maxEntries = 20_000;

/** `pom.xml`. Its dependencies are worked out in the second step, where the parents inside the repository are known. */
export const readMavenPom: ReadFile = (text) => {
  const project = parseXml(text);
  if (project.name !== 'project') throw new MalformedFile('The root is not "project": not a POM.');
  return { dependencies: [], join: { kind: 'pom', pom: readModel(project) } };
};

function readModel(project: XmlElement): PomModel {
  const parent = child(project, 'parent');
  const groupId = childText(project, 'groupId');
  const version = childText(project, 'version');
  return {
    artifactId: childText(project, 'artifactId') ?? '',
    ...(groupId ? { groupId } : {}),
    ...(version ? { version } : {}),
    ...(parent ? { parent: readParent(parent) } : {}),
    properties: readProperties(project),
    managed: readDependencies(child(child(project, 'dependencyManagement'), 'dependencies')),
    dependencies: [
      ...readDependencies(child(project, 'dependencies')),
      ...children(child(project, 'profiles'), 'profile').flatMap((profile) =>
        withProperties(readDependencies(child(profile, 'dependencies')), readProperties(profile)),
      ),
    ].slice(0, maxEntries),
  };
}

function readProperties(element: XmlElement): PomModel['properties'] {
  return (child(element, 'properties')?.children ?? [])
    .slice(0, maxEntries)
    .map(({ name, text }) => [name, text.slice(0, 512)]);
}

/** Properties of a profile count only inside it; each profile may give the same one another value. */
function withProperties(dependencies: PomDependency[], properties: PomModel['properties']): PomDependency[] {
  if (properties.length === 0) return dependencies;
  const values = new Map(properties);
  return dependencies.map((each) =>
    each.version === undefined
      ? each
      : {
          ...each,
          version:
            replacedText(each.version, /\$\{([^}]+)\}/g, ([whole, name = '']) => values.get(name) ?? whole) ??
            each.version,
        },
  );
}

function readParent(parent: XmlElement): NonNullable<PomModel['parent']> {
  return {
    groupId: childText(parent, 'groupId') ?? '',
    artifactId: childText(parent, 'artifactId') ?? '',
    version: childText(parent, 'version') ?? '',
    // An empty element says "not in this repository"; a missing one says "in the folder above".
    relativePath: child(parent, 'relativePath') ? (childText(parent, 'relativePath') ?? '') : '../pom.xml',
  };
}

function readDependencies(list: XmlElement | undefined): PomDependency[] {
  return children(list, 'dependency')
    .slice(0, maxEntries)
    .flatMap((element) => {
      const groupId = childText(element, 'groupId');
      const artifactId = childText(element, 'artifactId');
      if (!groupId || !artifactId) return [];
      const version = childText(element, 'version');
      return [
        { groupId, artifactId, ...(version ? { version } : {}), scope: scopeOf(element), line: element.line },
      ];
    });
}

function scopeOf(element: XmlElement): PomDependency['scope'] {
  const scope = childText(element, 'scope');
  if (scope === 'import') return 'import';
  if (scope === 'test') return 'dev';
  return childText(element, 'optional') === 'true' ? 'optional' : 'runtime';
}
