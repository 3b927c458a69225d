import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

const entry =
  /\{\s*<<"([^"]{1,200})">>\s*,\s*\{\s*(pkg|git|git_subdir|hg)\s*,\s*(?:<<)?"([^"]{1,400})"(?:>>)?\s*(?:,\s*<<"([^"]{1,200})">>)?/g;

/** `rebar.lock` of Erlang: terms, of which each dependency is one, with its depth in the tree at the end. */
export const readRebarLock: ReadFile = (text) => {
  if (!/^\s*(?:%[^\n]*\n\s*)*[[{]/.test(text.slice(0, 4096)))
    throw new MalformedFile('No Erlang term: not a rebar.lock.');
  const collector = new DependencyCollector('Hex');
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(entry)) {
    for (; from < match.index; from++) if (text.charCodeAt(from) === 10) line++;
    const [whole, name, kind, origin, version] = match;
    const isPackage = kind === 'pkg';
    const end = match.index + whole.length;
    const depth = /\}\s*,\s*(\d{1,4})\s*\}/.exec(text.slice(end, end + 400))?.[1];
    collector.add({
      // A package may be fetched under another name than the application has.
      name: isPackage ? origin! : name!,
      version: isPackage ? (version ?? '') : '',
      line,
      direct: depth === '0',
      ...(isPackage ? {} : { source: 'git' as const }),
    });
  }
  return collector.finish();
};
