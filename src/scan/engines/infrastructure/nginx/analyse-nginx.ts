import {
  type MappingEntry,
  type MappingNode,
  mapping,
  scalar,
  sequence,
} from '../../../formats/document/node.ts';
import type { FileAnalysis } from '../../engine.ts';
import type { InfrastructureFacts } from '../facts.ts';
import type { Resource } from '../resource.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { type Directive, parseNginx } from './parse-nginx.ts';

const looksLikeNginx =
  /^[ \t]*(server|location|upstream|http|events)\b[^;\n]*\{|^[ \t]*(proxy_pass|ssl_protocols|fastcgi_pass|add_header)\s+[^;]{1,1000};/m;

export function analyseNginx(
  file: { path: string; text: string },
  library: RuleLibrary,
): FileAnalysis<InfrastructureFacts> {
  if (!looksLikeNginx.test(file.text)) return { findings: [] };
  const { directives, problem } = parseNginx(file.text);
  const pack = library.pack('nginx');
  const findings = resourcesOf(directives, file.path, {}, 0).flatMap((resource) =>
    judgeResource(resource, pack),
  );
  return {
    findings,
    ...(problem && { notes: [{ path: file.path, reason: 'malformed', message: problem }] }),
  };
}

function resourcesOf(
  directives: readonly Directive[],
  file: string,
  context: Record<string, MappingNode>,
  depth: number,
): Resource[] {
  if (depth > 30) return [];
  return directives.flatMap((directive) => {
    const document = documentOf(directive);
    const resource: Resource = {
      type: directive.name,
      name: directive.args.join(' '),
      address:
        context['location'] || context['server']
          ? `${directive.name} in ${context['location'] ? 'location' : 'server'}`
          : directive.name,
      file,
      line: directive.line,
      endLine: directive.endLine,
      document,
      context,
    };
    const inner = directive.block ? { ...context, [directive.name]: document } : context;
    return [resource, ...resourcesOf(directive.block ?? [], file, inner, depth + 1)];
  });
}

// A block is a document of its directives; one that occurs several times is a list.
function documentOf(directive: Directive): MappingNode {
  const members: MappingEntry[] = [
    {
      key: 'text',
      line: directive.line,
      value: scalar(directive.args.join(' '), directive.line, directive.endLine),
    },
    {
      key: 'args',
      line: directive.line,
      value: sequence(
        directive.args.map((argument) => scalar(argument, directive.line)),
        directive.line,
      ),
    },
  ];
  for (const inner of directive.block ?? []) {
    const value =
      inner.name === 'listen'
        ? scalar(inner.args.join(' '), inner.line)
        : documentOf({ ...inner, block: undefined });
    members.push({ key: inner.name, line: inner.line, value });
  }
  return mapping(members, directive.line, directive.endLine);
}
