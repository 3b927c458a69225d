import type { VulnerableCode } from '../advisories/advisory.ts';
import type { Ecosystem } from '../ecosystems.ts';
import type { EcosystemImports, Usage } from './import-table.ts';

/** Whether the code uses the part of a package that advisories name; undefined where they name none or it cannot be told. */
export function usesVulnerableCode(
  ecosystem: Ecosystem,
  code: readonly VulnerableCode[],
  imports: EcosystemImports | undefined,
): Usage {
  const judgeOne =
    ecosystem === 'Go' ? usesGoPackage : ecosystem === 'crates.io' ? usesRustFunction : undefined;
  if (!judgeOne || !imports || code.length === 0) return undefined;
  const answers = code.map((each) => judgeOne(each, imports));
  if (answers.includes(true)) return true;
  return imports.isPartial || answers.includes(undefined) ? undefined : false;
}

/** A function is called by its name; a method also through an interface, where nobody writes its name. */
function usesGoPackage(
  { path, symbols }: VulnerableCode,
  { places, symbols: taken, members }: EcosystemImports,
): Usage {
  if (!taken.has(path)) return places.has(path) ? undefined : false;
  const names = taken.get(path);
  if (symbols.length === 0 || !names) return true;
  const answers = symbols.map((symbol): Usage => {
    const dot = symbol.lastIndexOf('.');
    if (dot < 0) return names.has(symbol);
    return members.has(symbol.slice(dot + 1)) || undefined;
  });
  return answers.includes(true) || (answers.includes(undefined) ? undefined : false);
}

/** The last name of the path is what a call writes, unless the language itself calls it for a trait. */
function usesRustFunction({ path }: VulnerableCode, { members }: EcosystemImports): Usage {
  const name = path.slice(path.lastIndexOf(':') + 1);
  if (members.has(name)) return true;
  return traitMethods.test(name) ? undefined : false;
}

/** Methods that operators, loops, formatting, the end of a scope and generic code call. */
const traitMethods =
  /^(?:drop|fmt|deref(?:_mut)?|index(?:_mut)?|next(?:_back)?|nth|size_hint|fold|read\w*|write\w*|flush|seek|poll\w*|clone(?:_from)?|eq|ne|cmp|partial_cmp|lt|gt|le|ge|hash|from\w*|try_from|into\w*|try_into|as_ref|as_mut|borrow(?:_mut)?|default|add|sub|mul|div|rem|neg|not|bit\w+|shl|shr|\w+_assign|extend|call(?:_mut|_once)?|serialize\w*|deserialize\w*|visit_\w+|to_string|source|send|sync)$/;
