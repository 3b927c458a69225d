import { counted } from '../../../../../kernel/counted.ts';
import { parseYamlData } from '../../../../formats/yaml/yaml-data.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { parsePythonRequirement } from './python-requirement.ts';

/** `environment.yml` of conda: what it leaves to pip is checked; packages of conda have no advisories of their own. */
export const readCondaEnvironment: ReadFile = (text, _path, problems) => {
  const dependencies = parseYamlData(text, problems).itemsOf('dependencies');
  const collector = new DependencyCollector('PyPI');
  let unjudged = 0;
  for (const item of dependencies) {
    if (item.asText() !== undefined) unjudged++;
    for (const each of item.itemsOf('pip')) {
      const requirement = parsePythonRequirement(each.asText() ?? '');
      if (requirement) collector.add({ ...requirement, line: each.line, direct: true });
    }
  }
  if (unjudged > 0)
    problems.push({
      reason: 'unsupported_ecosystem',
      message: `${counted(unjudged, 'package of conda is', 'packages of conda are')} not checked.`,
    });
  return collector.finish();
};
