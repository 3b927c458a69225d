import type { Entry } from '../../memory/entry.ts';
import type { Filter } from '../../memory/filter.ts';
import type { Memory } from '../../memory/memory.ts';
import { internalCaller, internalNamespaces } from '../../memory/reach/internal-namespaces.ts';
import { packShape, unpackShape } from '../../scan/likeness/finding-shape.ts';
import type {
  DecisionKind,
  DecisionMemory,
  KeptDecision,
  RecalledDecision,
} from '../../scan/service/recall/decision-memory.ts';
import { forgetByName } from './forget-by-name.ts';

const namespace = internalNamespaces.decisions;

/** Decisions are found by rule and by words, never by meaning: with a vector of its own nothing is embedded, and nothing is sent to a remote model. */
const everywhere = Float32Array.of(1, 0);

/** Decisions as entries of a namespace that no request can name. `open` gives memory when it is first needed. */
export function decisionMemory(open: () => Promise<Memory>): DecisionMemory {
  return {
    async keep(tenantId, decisions, signal) {
      const memory = await open();
      await memory.write(
        internalCaller(tenantId),
        { namespace, entries: decisions.map(toEntry) },
        { signal },
      );
    },
    async forget(tenantId, findingIds) {
      await forgetByName(await open(), tenantId, namespace, findingIds);
    },
    async hasAny(tenantId) {
      const memory = await open();
      const { items } = await memory.list(internalCaller(tenantId), { namespace, limit: 1, order: 'newest' });
      return items.length > 0;
    },
    async newest(tenantId, kind, limit) {
      const memory = await open();
      const { items, next } = await memory.list(internalCaller(tenantId), {
        namespace,
        limit,
        order: 'newest',
        filter: ofKind(kind),
      });
      return { items: items.map(toDecision), more: next !== undefined };
    },
    async nearest(tenantId, kind, text, limit) {
      const memory = await open();
      const found = await memory.search(internalCaller(tenantId), {
        namespace,
        query: text,
        limit,
        filter: ofKind(kind),
        // By words alone: the query need not be embedded, and what is compared in the end is the code.
        mode: 'lexical',
        rerank: false,
      });
      return found.map(toDecision);
    },
  };
}

function ofKind({ ruleId, cwe }: DecisionKind): Filter {
  return {
    op: 'or',
    of: [
      { op: 'eq', path: ['metadata', 'ruleId'], value: ruleId },
      ...cwe.map((value): Filter => ({ op: 'contains', path: ['metadata', 'cwe'], value })),
    ],
  };
}

function toEntry({ findingId, ruleId, cwe, repoUrl, path, shape, text, decision }: KeptDecision) {
  const { status, updatedBy, updatedAt, expiresAt } = decision;
  return {
    content: text,
    vector: everywhere,
    externalId: findingId,
    metadata: {
      ruleId,
      cwe: [...cwe],
      repository: repoUrl,
      path,
      status,
      decidedBy: updatedBy,
      decidedAt: new Date(updatedAt).toISOString(),
      shape: packShape(shape),
    },
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function toDecision({ externalId, metadata }: Entry): RecalledDecision {
  return {
    findingId: externalId!,
    ruleId: String(metadata['ruleId']),
    repoUrl: String(metadata['repository']),
    shape: unpackShape(String(metadata['shape'])),
  };
}
