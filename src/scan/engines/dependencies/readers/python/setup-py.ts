import type { Scope } from '../../dependency.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { parsePythonRequirement } from './python-requirement.ts';

const scopes: Readonly<Record<string, Scope>> = {
  install_requires: 'runtime',
  extras_require: 'optional',
  setup_requires: 'dev',
  tests_require: 'dev',
};

/** `setup.py` and `setup.cfg`: what is written there as a literal. Nothing is run, so that what is put together elsewhere is not seen. */
export const readSetupPy: ReadFile = (text, path) => {
  const collector = new DependencyCollector('PyPI');
  const stated = path.endsWith('.cfg') ? settings(text) : literals(text);
  for (const { requirement, line, scope } of stated) {
    const parsed = parsePythonRequirement(requirement.trim());
    if (parsed) collector.add({ ...parsed, line, scope, direct: true });
  }
  return collector.finish();
};

interface Stated {
  requirement: string;
  line: number;
  scope: Scope;
}

/** The literals inside the brackets behind `install_requires=` and its kind. */
function* literals(text: string): Iterable<Stated> {
  let line = 1;
  let counted = 0;
  const fields = /\b(install_requires|extras_require|setup_requires|tests_require)[ \t]*=[ \t]*[[{(]/g;
  for (let field = fields.exec(text); field; field = fields.exec(text)) {
    const scope = scopes[field[1]!]!;
    let depth = 1;
    let at = fields.lastIndex;
    while (at < text.length && depth > 0) {
      const sign = text[at]!;
      if (sign === '#') at = endOf(text, at, '\n');
      else if ('[{('.includes(sign)) depth++;
      else if (')}]'.includes(sign)) depth--;
      else if (sign === '"' || sign === "'") {
        const end = endOf(text, at + 1, sign);
        const next = /^\s*(\S)/.exec(text.slice(end + 1, end + 80))?.[1];
        for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++;
        // A key of extras, and a text that is still to be filled in, are no requirements; nor is one of another kind of literal.
        const isPlain = next !== ':' && next !== '.' && next !== '%' && !/[fF]/.test(text[at - 1] ?? '');
        if (isPlain) yield { requirement: text.slice(at + 1, end), line, scope };
        at = end;
      }
      at++;
    }
    fields.lastIndex = at;
  }
}

function endOf(text: string, from: number, sign: string): number {
  const end = text.indexOf(sign, from);
  return end < 0 ? text.length : end;
}

/** `install_requires =` and the indented lines below it; in the section of extras every name has its own. */
function* settings(text: string): Iterable<Stated> {
  let section = '';
  let scope: Scope | undefined;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const heading = /^\[([^\]]+)\]/.exec(raw);
    const field = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(raw);
    if (heading) {
      section = heading[1]!;
      scope = undefined;
    } else if (field) {
      scope = section === 'options.extras_require' ? 'optional' : undefined;
      if (section === 'options') scope = scopes[field[1]!];
      if (scope && field[2] !== '') yield { requirement: field[2]!, line: index + 1, scope };
    } else if (scope && /^\s+[^\s#]/.test(raw)) {
      yield { requirement: raw, line: index + 1, scope };
    }
  }
}
