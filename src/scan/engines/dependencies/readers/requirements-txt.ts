import { DependencyCollector } from './dependency-collector.ts';
import { parsePythonRequirement } from './python-requirement.ts';
import type { ReadFile } from './reader.ts';

const maxLineLength = 20_000;

/** pip's `requirements.txt` and constraints files. A frozen one (`==` everywhere) is as good as a lockfile. */
export const readRequirementsTxt: ReadFile = (text, path) => {
  const collector = new DependencyCollector('PyPI');
  const includes: string[] = [];
  const constraints: string[] = [];
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (const { line, content } of logicalLines(text)) {
    const option = /^(-r|--requirement|-c|--constraint)[\s=]*(.+)$/.exec(content);
    if (option) {
      const target = resolvePath(folder, option[2]!.trim());
      if (target) (/^-(r|-r)/.test(option[1]!) ? includes : constraints).push(target);
      continue;
    }
    const editable = /^(?:-e|--editable)[\s=]+(.+)$/.exec(content);
    if (!editable && content.startsWith('-')) continue;
    const requirement = parsePythonRequirement(editable ? editable[1]! : content);
    if (requirement) collector.add({ ...requirement, line, direct: true, scope: scopeOf(path) });
  }
  const isConstraints = /constraint/i.test(path.slice(path.lastIndexOf('/') + 1));
  return { ...collector.finish(), join: { kind: 'requirements', includes, constraints, isConstraints } };
};

function* logicalLines(text: string): Iterable<{ line: number; content: string }> {
  let pending = '';
  let start = 0;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    if (pending === '') start = index + 1;
    const withoutComment = raw.replace(/(^|\s)#.*$/, '');
    if (/\\\s*$/.test(withoutComment) && pending.length < maxLineLength) {
      pending += withoutComment.replace(/\\\s*$/, ' ');
      continue;
    }
    const content = (pending + withoutComment).trim();
    pending = '';
    if (content !== '' && content.length < maxLineLength) yield { line: start, content };
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
