import type { AnalyseFile } from '../facts.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import { judgeResources, limitNotes } from '../rules/judge-resources.ts';
import { dockerfileResources } from './dockerfile-resources.ts';
import { parseDockerfile } from './parse-dockerfile.ts';

export const analyseDockerfile: AnalyseFile = ({ path, text }, library) => {
  const instructions = parseDockerfile(text);
  if (!instructions) {
    const message = 'The file does not look like a Dockerfile.';
    return { findings: [], notes: [{ path, reason: 'malformed', message }] };
  }
  const pack = library.pack('dockerfile');
  const resources = dockerfileResources(instructions, path);
  const findings = judgeResources(resources, (resource) => judgeResource(resource, pack));
  return { findings, notes: limitNotes(path, findings.length) };
};
