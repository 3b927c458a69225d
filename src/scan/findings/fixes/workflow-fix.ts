import { readActionKnowledge } from '../../engines/infrastructure/workflow/knowledge/action-knowledge.ts';
import type { EngineFinding, Fix } from '../../model/finding.ts';

type LineOf = (line: number) => string | undefined;

/** Changes of workflows and Dependabot's configuration that need no decision. */
export function workflowFix(finding: EngineFinding, lineOf: LineOf): Fix | undefined {
  switch (finding.ruleId) {
    case 'workflow.unpinned-action':
    case 'workflow.unpinned-official-action':
      return pinned(finding.startLine, lineOf);
    case 'workflow.version-comment':
      return rightComment(finding.startLine, lineOf);
    case 'workflow.renamed-action':
      return renamed(finding.startLine, lineOf);
    case 'workflow.permissions.missing':
      return statedPermissions(lineOf);
    case 'workflow.setting.persisted-credentials':
      return withoutCredentials(finding.startLine, lineOf);
    case 'dependabot.setting.cooldown':
      return withCooldown(finding, lineOf);
    default:
      return undefined;
  }
}

const usesLine =
  /^(\s*(?:-\s+)?uses:\s*)(["']?)([\w.-]+\/[\w.-]+)((?:\/[\w./-]+)?)@([\w.-]+)\2(\s*(?:#.*)?)$/;

/** Pins a tag to the newest known commit of its line, with the version behind it. */
function pinned(line: number, lineOf: LineOf): Fix | undefined {
  const [, head, quote, action, path, ref, tail] = usesLine.exec(lineOf(line) ?? '') ?? [];
  if (head === undefined || tail?.trim()) return undefined;
  const releases = Object.entries(readActionKnowledge().releases[action!.toLowerCase()] ?? {});
  const wanted = ref!.replace(/^v/, '');
  if (!/^\d+(\.\d+)*$/.test(wanted)) return undefined;
  const fitting = releases.filter(([, version]) => version === wanted || version.startsWith(`${wanted}.`));
  const [commit, version] =
    fitting.sort(([, a], [, b]) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? [];
  if (commit === undefined) return undefined;
  const replacement = `${head}${quote}${action}${path}@${commit}${quote} # v${version}`;
  return {
    description: `Pin ${action} to the commit of v${version}`,
    startLine: line,
    endLine: line,
    replacement,
  };
}

function rightComment(line: number, lineOf: LineOf): Fix | undefined {
  const [, head, quote, action, path, ref] = usesLine.exec(lineOf(line) ?? '') ?? [];
  const version = action && readActionKnowledge().releases[action.toLowerCase()]?.[ref!];
  if (head === undefined || !version) return undefined;
  const replacement = `${head}${quote}${action}${path}@${ref}${quote} # v${version}`;
  return {
    description: `Name version ${version}, which the commit is`,
    startLine: line,
    endLine: line,
    replacement,
  };
}

function renamed(line: number, lineOf: LineOf): Fix | undefined {
  const written = lineOf(line) ?? '';
  const [, , , action] = usesLine.exec(written) ?? [];
  const name = action && readActionKnowledge().renamed[action.toLowerCase()];
  if (!name) return undefined;
  return {
    description: `Use ${name}`,
    startLine: line,
    endLine: line,
    replacement: written.replace(action, name),
  };
}

const maxLines = 2000;

/** What most workflows need, in front of the jobs; those that need more say so in a job. */
function statedPermissions(lineOf: LineOf): Fix | undefined {
  for (let line = 1; line <= maxLines; line++) {
    const written = lineOf(line);
    if (written === undefined) break;
    if (/^jobs:\s*(#.*)?$/.test(written))
      return {
        description: 'Let the token read the contents, and nothing else',
        startLine: line,
        endLine: line,
        replacement: `permissions:\n  contents: read\n\n${written}`,
      };
  }
  return undefined;
}

/** Adds `persist-credentials: false` under the step's `with`, or a `with` where there is none. */
function withoutCredentials(start: number, lineOf: LineOf): Fix | undefined {
  const first = lineOf(start);
  if (first === undefined) return undefined;
  // The first key of a step is behind its dash.
  const column = /^\s*(?:-\s+)?/.exec(first)![0].length;
  let uses: number | undefined = /^\s*(?:-\s+)?uses:\s*["']?actions\/checkout@\S+\s*(#.*)?$/i.test(first)
    ? start
    : undefined;
  for (let line = start + 1; line < start + 40; line++) {
    const written = lineOf(line);
    if (written === undefined || (written.trim() !== '' && indentOf(written) < column)) break;
    if (indentOf(written) !== column) continue;
    if (/^\s*uses:\s*["']?actions\/checkout@/i.test(written)) uses = line;
    if (/^\s*with:\s*(#.*)?$/.test(written))
      return inserted(line, written, `${' '.repeat(column + 2)}persist-credentials: false`);
    if (/^\s*with:/.test(written)) return undefined;
  }
  if (uses === undefined) return undefined;
  const pad = ' '.repeat(column);
  return inserted(uses, lineOf(uses)!, `${pad}with:\n${pad}  persist-credentials: false`);
}

function inserted(line: number, written: string, added: string): Fix {
  return {
    description: 'Do not keep the token in the working folder',
    startLine: line,
    endLine: line,
    replacement: `${written}\n${added}`,
  };
}

function withCooldown({ startLine, endLine }: EngineFinding, lineOf: LineOf): Fix | undefined {
  for (let line = startLine; line <= endLine; line++) {
    const written = lineOf(line) ?? '';
    if (!/^\s*(-\s+)?package-ecosystem:\s*["']?[\w-]+["']?\s*(#.*)?$/.test(written)) continue;
    const pad = ' '.repeat(/^\s*(?:-\s+)?/.exec(written)![0].length);
    return {
      description: 'Wait seven days for new releases',
      startLine: line,
      endLine: line,
      replacement: `${written}\n${pad}cooldown:\n${pad}  default-days: 7`,
    };
  }
  return undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
