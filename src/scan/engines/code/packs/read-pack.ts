import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { isCatastrophic } from '../../../formats/regex/catastrophic-pattern.ts';
import { isPolynomial } from '../../../formats/regex/polynomial-pattern.ts';
import type { CodeRulePack } from '../../../model/code-rule-pack.ts';
import type { RuleIndex } from '../knowledge/index-rules.ts';
import type { Dialects } from '../knowledge/library/dialect.ts';
import { kindsOf } from '../knowledge/library/kinds.ts';
import type { Library } from '../knowledge/library/library-schema.ts';
import { type LoweredLibrary, lowerLibrary } from '../knowledge/library/lower-library.ts';
import { loadIndex } from '../knowledge/load-rules.ts';
import { ruleExpression } from '../knowledge/rule-expression.ts';
import { additiveOnly } from './additive-only.ts';
import { type PackProblem, readLibraryDocument } from './library-document.ts';

export interface ReadLibrary extends LoweredLibrary {
  readonly path: string;
  readonly library: Library;
  readonly folder: string;
}

export interface ReadPack {
  readonly pack: CodeRulePack;
  readonly libraries: readonly ReadLibrary[];
  readonly problems: readonly PackProblem[];
  /** What is in the files and is not followed, in words. */
  readonly ignored: readonly string[];
}

export interface PackOptions {
  /** The files belong to what is scanned: they may add findings and take none away. */
  readonly isOfRepository?: boolean;
}

/** Reads a folder of library files, or one of them. Whoever wrote them may be anybody: files, bytes, names and expressions are bounded. */
export function readPack(place: string, dialects: Dialects, options: PackOptions = {}): ReadPack {
  const files = libraryFiles(place);
  const problems: PackProblem[] = [];
  const libraries: ReadLibrary[] = [];
  const ignored: string[] = [];
  const digest = createHash('sha256');
  const indexes = new Map<string, RuleIndex>();
  const indexOf = (folder: string) => {
    const known = indexes.get(folder) ?? loadIndex(folder);
    indexes.set(folder, known);
    return known;
  };
  for (const { path, text } of files) {
    digest.update(`${basename(path)}\0${text.length}\0${text}`);
    const document = readLibraryDocument(path, text);
    problems.push(...document.problems);
    const { library } = document;
    if (!library) continue;
    const dialect = dialects.get(library.language);
    if (!dialect) {
      const message = `"language": Must be ${[...dialects.keys()].join(', ')}`;
      problems.push(document.locate({ path: ['language'], message }));
      continue;
    }
    const index = indexOf(dialect.folder);
    const lowered = lowerLibrary(library, dialect, kindsOf(index, dialect.folder));
    problems.push(...[...lowered.problems, ...wrongExpressions(library)].map(document.locate));
    const other = libraries.find(
      (each) => each.library.library === library.library && each.folder === dialect.folder,
    );
    if (other) {
      const message = `${other.path} has a library of this name as well`;
      problems.push(document.locate({ path: ['library'], message }));
    }
    const { file, dropped } = options.isOfRepository
      ? additiveOnly(lowered.file, index)
      : { file: lowered.file, dropped: [] };
    if (dropped.length > 0) ignored.push(`${path}: ${dropped.join(', ')}`);
    libraries.push({ ...lowered, file, path, library, folder: dialect.folder });
  }
  const rules = Object.groupBy(libraries, ({ folder }) => folder);
  return {
    pack: {
      name: basename(resolve(place)),
      digest: digest
        .update(options.isOfRepository ? 'additive' : 'all')
        .digest('hex')
        .slice(0, 16),
      rules: Object.fromEntries(
        Object.entries(rules).map(([folder, those = []]) => [folder, those.map(({ file }) => file)]),
      ),
    },
    libraries,
    problems,
    ignored,
  };
}

/** For a scan, where a pack that is not right as a whole is not used at all: half of a model may be worse than none. */
export function readCodeRules(place: string, dialects: Dialects, options: PackOptions = {}): ReadPack {
  const read = readPack(place, dialects, options);
  if (read.problems.length > 0) throw new Error(read.problems.map(problemLine).join('\n'));
  return read;
}

export function problemLine({ file, line, column, message }: PackProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}

function libraryFiles(place: string): Array<{ path: string; text: string }> {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no folder or file ${place}.`);
  const paths = found.isDirectory()
    ? readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [place];
  if (paths.length === 0) throw new Error(`There is no library file (*.yaml) in ${place}.`);
  if (paths.length > maxFiles) throw new Error(`There are more than ${maxFiles} files in ${place}.`);
  let total = 0;
  return paths.map((path) => {
    const { size } = statSync(path);
    total += size;
    if (size > maxFileBytes || total > maxBytes)
      throw new Error(
        `${relative('.', path) || path} is too large: a file has at most ${maxFileBytes} bytes, a folder ${maxBytes}.`,
      );
    return { path, text: readFileSync(path, 'utf8') };
  });
}

/** Expressions are tried on text of whoever is scanned, so none may take more time than the text is long. */
function wrongExpressions(library: Library): Array<{ path: Array<string | number>; message: string }> {
  const problems: Array<{ path: Array<string | number>; message: string }> = [];
  const visit = (value: unknown, path: Array<string | number>) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      if (expressionKeys.has(key) && typeof inner === 'string') {
        const wrong = wrongExpression(inner);
        if (wrong !== undefined) problems.push({ path: at, message: `"${key}": ${wrong}` });
      } else visit(inner, at);
    }
  };
  const { examples: _, ...rest } = library;
  visit(rest, []);
  return problems;
}

function wrongExpression(text: string): string | undefined {
  if (text.length > maxExpression) return `An expression has at most ${maxExpression} characters`;
  try {
    ruleExpression(text);
  } catch (error) {
    return `It is not a regular expression: ${(error as Error).message}`;
  }
  const plain = text.replace(/^\(\?i\)/, '');
  if (isCatastrophic(plain) || isPolynomial(plain))
    return 'On some texts it takes time by the square of their length or worse; say where repetitions end';
  return undefined;
}

const expressionKeys = new Set(['matches', 'text', 'methods', 'except', 'function']);
const maxFiles = 200;
const maxFileBytes = 256 * 1024;
const maxBytes = 4 * 1024 * 1024;
const maxExpression = 500;
