import type { Dependency } from '../../dependency.ts';
import { ecosystemTraits } from '../../ecosystems.ts';

type Requirement = Pick<Dependency, 'name' | 'version'> & Partial<Pick<Dependency, 'requirement' | 'source'>>;

const pattern = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)$/s;

/** A PEP 508 requirement: `name[extra] >=1,<2 ; marker`, `name @ url`, or a bare URL with `#egg=name`. */
export function parsePythonRequirement(text: string): Requirement | undefined {
  if (text.length > 20_000) return undefined;
  if (/^(git|hg|svn|bzr)\+|^https?:|^file:|^\.{0,2}\//.test(text)) {
    const egg = /[#&]egg=([A-Za-z0-9._-]+)/.exec(text)?.[1];
    const source = /^(git|hg|svn|bzr)\+/.test(text) ? 'git' : /^https?:/.test(text) ? 'url' : 'file';
    return egg ? { name: egg, version: '', source } : undefined;
  }
  const match = pattern.exec(text);
  if (!match) return undefined;
  const name = match[1]!;
  const rest = match[2]!
    .split(';', 1)[0]!
    .replace(/\s--?[A-Za-z].*$/s, '')
    .trim();
  if (rest.startsWith('@'))
    return { name, version: '', source: /^@\s*(git|hg|svn)\+/.test(rest) ? 'git' : 'url' };
  // pip wants a blank before a comment; no version has the character, so that it is one here all the same.
  const specifier = rest
    .replace(/#.*$/s, '')
    .replace(/^\((.*)\)$/, '$1')
    .trim();
  if (specifier !== '' && !/^[<>=!~]/.test(specifier)) return undefined;
  const exact = /^={2,3}\s*([^\s,*]+)$/.exec(specifier)?.[1];
  return { name, version: exact ?? '', requirement: specifier };
}

/** Two spellings of one Python package have the same key. */
export function pythonKey(name: string): string {
  return ecosystemTraits('PyPI').normaliseName(name);
}
