import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml';
import { z } from 'zod';
import { issueSentence } from '../../../../kernel/issue-sentence.ts';
import { nearestName } from '../../../../kernel/nearest-name.ts';
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

/** Reads one library file. A reader that keeps columns is worth its time here: somebody is waiting for the place of their mistake. */
export function readLibraryDocument(file: string, text: string): LibraryDocument {
  const lines = new LineCounter();
  // A bomb of aliases is refused by the count of them; nothing else of YAML makes a document larger than its text.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const locate = ({ path, message }: LibraryProblem): PackProblem => ({
    ...place(offsetOf(document.contents, path)),
    message: sentence(message),
  });
  const broken = document.errors.map(({ message, pos }) => ({
    ...place(pos[0]),
    message: sentence(`It is not valid YAML: ${message}`),
  }));
  if (broken.length > 0) return { library: undefined, problems: broken.slice(0, maxProblems), locate };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { library: undefined, problems: [locate({ path: [], message: error.message })], locate };
  }
  const parsed = librarySchema.safeParse(value, { reportInput: true });
  if (parsed.success) return { library: parsed.data, problems: [], locate };
  const problems = parsed.error.issues.flatMap(describeIssue).map(locate);
  return { library: undefined, problems: problems.slice(0, maxProblems), locate };
}

const maxProblems = 20;

function describeIssue(issue: z.core.$ZodIssue): LibraryProblem[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    const allowed = allowedAt(path);
    return issue.keys.map((key) => {
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

/** The key that a path ends at, or the nearest thing around it that is there. */
function offsetOf(root: ParsedNode | null, path: ReadonlyArray<string | number>): number {
  let node: Node | null = root;
  let offset = node?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair: unknown = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!isPair(pair)) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      node = (node.items[Number(step)] as Node | undefined) ?? null;
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
