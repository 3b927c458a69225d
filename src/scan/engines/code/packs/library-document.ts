import { z } from 'zod';
import { issueSentence } from '../../../../kernel/issue-sentence.ts';
import { nearestName } from '../../../../kernel/nearest-name.ts';
import { type ConfigNode, entryOf, plainValue } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { defaultYamlLimits } from '../../../formats/yaml/yaml-cursor.ts';
import { type Library, librarySchema } from '../knowledge/library/library-schema.ts';
import type { LibraryProblem } from '../knowledge/library/lower-library.ts';

/** Something that is wrong with a file of a pack, where it is and what would be right. */
export interface PackProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface LibraryDocument {
  readonly library: Library | undefined;
  readonly problems: PackProblem[];
  /** Where a part of the file is written. */
  locate(problem: LibraryProblem): PackProblem;
}

/** Reads one library file as the built-in ones are read. A repository may bring files of its own: the reader counts what it makes of a text. */
export function readLibraryDocument(file: string, text: string): LibraryDocument {
  const { documents, problems } = parseYaml(text, { ...defaultYamlLimits, maxDocuments: 2 });
  const lines = text.split('\n');
  const place = ({ line, written }: Place) => ({
    file,
    line,
    column: columnOf(lines[line - 1] ?? '', written),
  });
  const locate = ({ path, message }: LibraryProblem): PackProblem => ({
    ...place(placeOf(documents[0], path)),
    message: sentence(message),
  });
  const broken = problems.map(({ line, message }) => ({
    ...place({ line }),
    message: sentence(`It is not valid YAML: ${message}`),
  }));
  if (documents.length > 1)
    broken.push({ ...place(documents[1]!), message: 'There is more than one document.' });
  if (broken.length > 0) return { library: undefined, problems: broken.slice(0, maxProblems), locate };
  const parsed = librarySchema.safeParse(plainValue(documents[0]), { reportInput: true });
  if (parsed.success) return { library: parsed.data, problems: [], locate };
  const found = parsed.error.issues.flatMap(describeIssue).slice(0, maxProblems);
  return { library: undefined, problems: found.map(locate), locate };
}

const maxProblems = 20;

function describeIssue(issue: z.core.$ZodIssue): LibraryProblem[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    const allowed = allowedAt(path);
    return issue.keys.slice(0, maxProblems).map((key) => {
      const meant = nearestName(key, allowed);
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      return {
        path: [...path, key],
        message: `There is no "${cut(key)}" here.${hint} Allowed: ${allowed.join(', ')}`,
      };
    });
  }
  const said = issueSentence(issue) ?? issue.message;
  const name = path.at(-1);
  const field = typeof name === 'string' ? `"${cut(name)}": ` : '';
  const allowed =
    issue.code === 'invalid_type' && path.length === 0 ? ` Allowed: ${allowedAt([]).join(', ')}` : '';
  return [{ path, message: `${field}${said}${allowed}` }];
}

/** The keys that the schema has at a path. */
function allowedAt(path: ReadonlyArray<string | number>): string[] {
  let at: JsonSchema | undefined = z.toJSONSchema(librarySchema, { io: 'input' }) as JsonSchema;
  for (const step of path) {
    if (at === undefined) return [];
    at = typeof step === 'number' ? at.items : (at.properties?.[step] ?? objectOf(at.additionalProperties));
  }
  return Object.keys(at?.properties ?? {});
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
}

function objectOf(schema: JsonSchema | boolean | undefined): JsonSchema | undefined {
  return typeof schema === 'object' ? schema : undefined;
}

interface Place {
  line: number;
  /** The key or value that is there. */
  written?: string | undefined;
}

/** The key that a path ends at, or the nearest thing around it that is there. */
function placeOf(root: ConfigNode | undefined, path: ReadonlyArray<string | number>): Place {
  let node = root;
  let place: Place = { line: root?.line ?? 1 };
  for (const step of path) {
    const entry = entryOf(node, String(step));
    const item = node?.kind === 'sequence' ? node.items[Number(step)] : undefined;
    if (entry) place = { line: entry.line, written: entry.key };
    else if (item) place = { line: item.line, written: firstWord(item) };
    else return place;
    node = entry?.value ?? item;
  }
  return place;
}

function firstWord(node: ConfigNode): string | undefined {
  if (node.kind === 'mapping') return node.entries[0]?.key;
  return node.kind === 'scalar' && node.value !== null ? String(node.value) : undefined;
}

/** Where in its line something is written; the first thing in the line where it is written in another way. */
function columnOf(line: string, written = ''): number {
  const at = line.indexOf(written);
  const start = line.search(/\S/);
  return Math.max(written !== '' && at >= 0 ? at : start, 0) + 1;
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
