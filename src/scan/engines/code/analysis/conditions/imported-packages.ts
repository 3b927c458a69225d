import type { FileImports } from '../../../engine.ts';

/**
 * Answers whether a file imports one of some packages or a part of it: `com.acme.http.Client` is a part of `com.acme.http`, `acme/sub` of `acme`.
 * Where nobody read the imports it may, so that the answer is yes.
 */
export function importedPackages(imports: FileImports | undefined): (packages: readonly string[]) => boolean {
  if (!imports) return () => true;
  const answers = new Map<string, boolean>();
  const modules = [...imports.modules.map(([module]) => module), ...(imports.builtins ?? [])];
  const isImported = (wanted: string) =>
    modules.some(
      (module) =>
        module.startsWith(wanted) &&
        (module.length === wanted.length || separators.includes(module[wanted.length]!)),
    );
  return (packages) =>
    packages.some((wanted) => {
      let answer = answers.get(wanted);
      if (answer === undefined) {
        answer = isImported(wanted);
        answers.set(wanted, answer);
      }
      return answer;
    });
}

const separators = './\\:';
