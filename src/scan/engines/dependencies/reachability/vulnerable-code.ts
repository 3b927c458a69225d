import type { VulnerableCode } from '../advisories/advisory.ts';
import type { Ecosystem } from '../ecosystems.ts';
import type { EcosystemImports, Usage } from './import-table.ts';

/** One function, method or package that an advisory names, and whether the code uses it. */
export interface NamedCode {
  name: string;
  isUsed: Usage;
}

/** What advisories name, each with its use; empty where they name nothing, or nothing is known of the language. */
export function judgeNamedCode(
  ecosystem: Ecosystem,
  code: readonly VulnerableCode[],
  imports: EcosystemImports | undefined,
): NamedCode[] {
  if (!imports) return [];
  const judged =
    ecosystem === 'Go'
      ? code.flatMap((each) => judgeGoPackage(each, imports))
      : ecosystem === 'crates.io'
        ? code.map((each) => judgeRustFunction(each, imports))
        : [];
  const isOpen = (isUsed: Usage): Usage => (isUsed === false && imports.isPartial ? undefined : isUsed);
  return judged.map(({ name, isUsed }) => ({ name, isUsed: isOpen(isUsed) }));
}

/**
 * A function is called by its name. A method is taken for called where its name is in a file that imports the package; it may be
 * called elsewhere too, and through an interface, where nobody writes its name.
 */
function judgeGoPackage({ path, symbols }: VulnerableCode, imports: EcosystemImports): NamedCode[] {
  const isImported = imports.symbols.has(path);
  const taken = imports.symbols.get(path);
  // Without symbols the whole package is meant.
  if (symbols.length === 0) return [{ name: path, isUsed: isImported }];
  const beside = imports.files.filter(({ modules }) => modules.some(([module]) => module === path));
  const isMember = (name: string): Usage =>
    beside.some(({ members }) => members?.includes(name)) || undefined;
  return symbols.map((symbol) => {
    const dot = symbol.lastIndexOf('.');
    const isNamed = dot === -1 ? taken?.has(symbol) : isMember(symbol.slice(dot + 1));
    return { name: `${path}.${symbol}`, isUsed: isImported && (taken ? isNamed : undefined) };
  });
}

/** The last name of the path is what a call writes, unless the language itself calls it for a trait. */
function judgeRustFunction({ path }: VulnerableCode, { members }: EcosystemImports): NamedCode {
  const name = path.slice(path.lastIndexOf(':') + 1);
  return { name: path, isUsed: members.has(name) || (traitMethods.test(name) ? undefined : false) };
}

/** Methods that operators, loops, formatting, the end of a scope and generic code call. */
const traitMethods =
  /^(?:drop|fmt|deref(?:_mut)?|index(?:_mut)?|next(?:_back)?|nth|size_hint|fold|read\w*|write\w*|flush|seek|poll\w*|clone(?:_from)?|eq|ne|cmp|partial_cmp|lt|gt|le|ge|hash|from\w*|try_from|into\w*|try_into|as_ref|as_mut|borrow(?:_mut)?|default|add|sub|mul|div|rem|neg|not|bit\w+|shl|shr|\w+_assign|extend|call(?:_mut|_once)?|serialize\w*|deserialize\w*|visit_\w+|to_string|source|send|sync)$/;
