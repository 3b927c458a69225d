import { ServiceError } from '../kernel/errors.ts';
import type { EntryInput } from './entry.ts';
import type { Embedding, NamespaceState } from './store.ts';

/**
 * Vectors that the caller brings. A namespace has either vectors of ours or the caller's, of one length, from its first entry on; the two are never compared. The name of
 * such a model says the length and nothing else: only the caller knows what made the vectors.
 */
const prefix = 'own:';

export function ownModel(dims: number | '%'): string {
  return `${prefix}${dims}`;
}

export function isOwnModel(model: string): boolean {
  return model.startsWith(prefix);
}

/** The vectors of a write as they are stored; undefined where the service embeds. Fails where the entries do not fit one another or their namespace. */
export function ownEmbeddings(
  entries: readonly Pick<EntryInput, 'content' | 'vector'>[],
  state: NamespaceState | undefined,
  pathOf: (index: number) => string = (index) => `entries[${index}].vector`,
): Embedding[] | undefined {
  const given = entries.find(({ vector }) => vector !== undefined)?.vector;
  const dims = state ? ownDims(state) : given?.length;
  if (dims === undefined) {
    if (given === undefined) return undefined;
    const at = entries.findIndex(({ vector }) => vector !== undefined);
    throw wrong(pathOf(at), madeByService);
  }
  return entries.map(({ content, vector }, i) => {
    requireDims(pathOf(i), vector, dims);
    return { model: ownModel(dims), ranges: [{ start: 0, end: content.length }], vectors: [vector] };
  });
}

/**
 * The first of some entries that does not fit its namespace, where they are written one after the other: in a new one the first entry
 * decides for all.
 */
export function firstMisfit(
  entries: readonly Pick<EntryInput, 'vector'>[],
  state: NamespaceState | undefined,
): { index: number; message: string } | undefined {
  const dims = state ? ownDims(state) : entries[0]?.vector?.length;
  for (const [index, { vector }] of entries.entries()) {
    if (vector?.length === dims) continue;
    return { index, message: dims === undefined ? madeByService : misfitMessage(vector, dims) };
  }
  return undefined;
}

/** The vector to search a namespace with, where the caller has to bring one; undefined where the service embeds the query. */
export function requireQueryVector(
  state: NamespaceState,
  vector: Float32Array | undefined,
): Float32Array | undefined {
  const dims = ownDims(state);
  if (dims !== undefined) {
    if (vector) requireDims('vector', vector, dims);
    return vector;
  }
  if (vector) throw wrong('vector', 'This namespace has vectors made by the service; send a query instead.');
  return undefined;
}

function ownDims({ model, dims }: NamespaceState): number | undefined {
  return isOwnModel(model) ? dims : undefined;
}

function requireDims(
  path: string,
  vector: Float32Array | undefined,
  dims: number,
): asserts vector is Float32Array {
  if (vector?.length === dims) return;
  throw wrong(path, misfitMessage(vector, dims));
}

const madeByService = 'This namespace has vectors made by the service; leave it out.';

function misfitMessage(vector: Float32Array | undefined, dims: number): string {
  return vector === undefined
    ? `Is required: this namespace has vectors of your own with ${dims} numbers.`
    : `Has ${vector.length} numbers; the vectors of this namespace have ${dims}.`;
}

function wrong(path: string, message: string): ServiceError {
  return new ServiceError('validation_failed', `${path}: ${message}`, {
    details: [{ path, code: 'vector', message }],
  });
}
