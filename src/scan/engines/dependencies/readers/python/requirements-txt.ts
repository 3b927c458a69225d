import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { parsePythonRequirement, pythonKey } from './python-requirement.ts';

const maxLineLength = 20_000;
const maxVias = 1_000;

/**
 * pip's `requirements.txt` and constraints files. A frozen one (`==` everywhere) is as good as a lockfile, and one that was compiled also
 * says who needs whom, in comments.
 */
export const readRequirementsTxt: ReadFile = (text, path, problems) => {
  const collector = new DependencyCollector('PyPI');
  const vias = new Map<number, string[]>();
  const includes: string[] = [];
  const constraints: string[] = [];
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const { line, content, via } of logicalLines(text)) {
    if (content.length >= maxLineLength) {
      const message = `Line ${line} is longer than ${maxLineLength} characters and was not read.`;
      problems.push({ reason: 'budget_exceeded', message });
      continue;
    }
    const option = /^(-r|--requirement|-c|--constraint)[\s=]*(.+)$/.exec(content);
    if (option) {
      const target = resolvePath(folder, option[2]!.trim());
      if (target) (/^-(r|-r)/.test(option[1]!) ? includes : constraints).push(target);
      continue;
    }
    const editable = /^(?:-e|--editable)[\s=]+(.+)$/.exec(content);
    if (!editable && content.startsWith('-')) continue;
    const requirement = parsePythonRequirement(editable ? editable[1]! : content);
    if (!requirement) continue;
    const position = collector.add({ ...requirement, line, direct: true, scope: scopeOf(path) });
    if (position !== undefined && via.length > 0) vias.set(position, via);
  }
  linkVias(collector, vias);
  const isConstraints = /constraint/i.test(path.slice(path.lastIndexOf('/') + 1));
  return { ...collector.finish(), join: { kind: 'requirements', includes, constraints, isConstraints } };
};

interface LogicalLine {
  line: number;
  content: string;
  /** What the comment behind a compiled requirement says it is needed by. */
  via: string[];
}

function* logicalLines(text: string): Iterable<LogicalLine> {
  let pending = '';
  let start = 0;
  let last: LogicalLine | undefined;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    if (pending === '') start = index + 1;
    const comment = /^\s+#\s*(.*)$/.exec(raw)?.[1];
    // The comment may be after the requirement, or within its hashes.
    if (comment !== undefined && last) addVia(last.via, comment);
    const withoutComment = raw.replace(/(^|\s)#.*$/, '');
    if (/\\\s*$/.test(withoutComment) && pending.length < maxLineLength) {
      pending += withoutComment.replace(/\\\s*$/, ' ');
      continue;
    }
    const content = (pending + withoutComment).trim();
    pending = '';
    if (content === '') continue;
    if (last) yield last;
    last = { line: start, content, via: [] };
    addVia(last.via, /\s#\s*(via\b.*)$/.exec(raw)?.[1] ?? '');
  }
  if (last) yield last;
}

/** `via a, b`, or `via` with one name on each of the next lines. */
function addVia(via: string[], comment: string): void {
  const start = /^via\b\s*(.*)$/.exec(comment);
  if (!start && via.length === 0) return;
  if (start) via.push('via');
  for (const name of (start ? start[1]! : comment).split(','))
    if (parent.test(name.trim()) && via.length < maxVias) via.push(name.trim());
}

/** `django`, `celery[redis]`, `-r requirements.in`, `the-project (pyproject.toml)`. */
const parent = /^(?:-[rc] .+|[\w.-]+(?:\[[^\]]*\])?(?: \([^)]*\))?)$/;

/** Compiled files name `-r requirements.in` or the project where it is the project itself that asks. */
function linkVias(collector: DependencyCollector, vias: ReadonlyMap<number, string[]>): void {
  if (vias.size === 0) return;
  const positions = new Map(collector.all.map(({ name }, index) => [pythonKey(name), index]));
  for (const [to, names] of vias) {
    const parents = names.slice(1).map((name) => positions.get(pythonKey(name.replace(/\[.*$/, ''))));
    collector.at(to).direct = parents.length === 0 || parents.includes(undefined);
    for (const from of parents) if (from !== undefined) collector.link(from, to);
  }
}

function scopeOf(path: string): 'dev' | 'runtime' {
  return /(^|[-_/.])(dev|develop|development|test|tests|testing|lint|docs?|ci)([-_/.]|$)/i.test(path)
    ? 'dev'
    : 'runtime';
}

/** Inside the repository or nothing: an include may not climb out of it, and a URL is not fetched. */
function resolvePath(folder: string, target: string): string | undefined {
  if (/^[a-z]+:|^\//i.test(target)) return undefined;
  const parts: string[] = [];
  for (const part of `${folder}${target}`.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
