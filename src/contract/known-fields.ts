import { z } from 'zod';
import { nearestName } from '../kernel/nearest-name.ts';

/** What the same thing is called in the APIs of others, in lower case without separators. */
const namesElsewhere: Record<string, readonly string[]> = {
  limit: ['topk', 'k', 'nresults', 'n', 'count', 'pagesize', 'perpage', 'max', 'maxresults', 'numresults'],
  metadataFilter: ['where', 'metadatafilters', 'payloadfilter', 'wheremetadata'],
  filter: ['filters', 'conditions', 'queryfilter', 'wheredocument'],
  namespace: [
    'collection',
    'collectionname',
    'userid',
    'agentid',
    'containertag',
    'containertags',
    'index',
    'bucket',
  ],
  query: ['q', 'querytext', 'querytexts', 'search', 'searchquery', 'prompt', 'question', 'text'],
  entries: ['documents', 'messages', 'memories', 'items', 'points', 'texts', 'records'],
  content: ['text', 'document', 'memory', 'pagecontent', 'message', 'value', 'data'],
  metadata: ['payload', 'meta', 'metadatas', 'properties', 'attributes', 'tags'],
  externalId: ['customid', 'id', 'key', 'documentid'],
  expiresAt: ['expirationdate', 'ttl', 'expiry', 'expires'],
  vector: ['embedding', 'embeddings', 'queryembeddings', 'queryvector', 'values'],
  occurredAt: ['timestamp', 'date', 'eventtime', 'happenedat', 'time'],
  minScore: ['threshold', 'scorethreshold', 'similaritythreshold', 'mincosine', 'minsimilarity'],
  maxTokens: ['tokenlimit', 'tokens', 'tokenbudget'],
  ids: ['memoryids', 'entryids', 'id'],
  repoUrl: ['url', 'repo', 'repository', 'repositoryurl', 'giturl', 'cloneurl'],
  branch: ['ref', 'commit', 'tag', 'revision', 'sha'],
  waitForCompletion: ['wait', 'sync', 'blocking'],
  input: ['texts', 'text', 'inputs'],
  policy: ['failon', 'threshold', 'gate'],
};

/** The field that an unknown one probably means, among those that a schema has at that place. */
export function meantField(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  name: string,
): string | undefined {
  const known = fieldsAt(schema, path);
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return nearestName(name, known) ?? known.find((field) => namesElsewhere[field]?.includes(plain));
}

function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const at = path.reduce<z.ZodType[]>((found, step) => found.flatMap((one) => inside(one, step)), [schema]);
  return at
    .flatMap(alternatives)
    .flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : []));
}

function inside(schema: z.ZodType, step: PropertyKey): z.ZodType[] {
  return alternatives(schema).flatMap((one) => {
    if (one instanceof z.ZodArray) return [one.element as z.ZodType];
    const shape = one instanceof z.ZodObject ? (one.shape as Record<PropertyKey, z.ZodType>) : {};
    return Object.hasOwn(shape, step) ? [shape[step]!] : [];
  });
}

/** What a schema checks, without what is wrapped around it. */
function alternatives(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => alternatives(one as z.ZodType));
  if (schema instanceof z.ZodPipe) return alternatives(schema.in as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return alternatives(schema.unwrap() as z.ZodType);
  return [schema];
}
