import { ServiceError } from '../../kernel/errors.ts';
import type { Filter } from '../../memory/filter.ts';
import type { Memory } from '../../memory/memory.ts';
import { internalCaller, internalNamespaces } from '../../memory/reach/internal-namespaces.ts';
import type {
  FindingMemory,
  FindingMemoryQuery,
  KeptFinding,
} from '../../scan/service/recall/finding-memory.ts';
import { forgetByName } from './forget-by-name.ts';

const namespace = internalNamespaces.findings;
const page = 200;

/** Open findings as entries of a namespace that no request can name; where it is not enabled, what was kept before can only be forgotten. */
export function findingMemory(open: () => Promise<Memory>, { enabled }: { enabled: boolean }): FindingMemory {
  return {
    enabled,
    async keep(tenantId, findings, signal) {
      const memory = await open();
      await memory.write(internalCaller(tenantId), { namespace, entries: findings.map(toEntry) }, { signal });
    },
    async forget(tenantId, findingIds) {
      await forgetByName(await open(), tenantId, namespace, findingIds);
    },
    async ofRepository(tenantId, repoUrl) {
      const memory = await open();
      const kept = new Map<string, string>();
      let after: string | undefined;
      do {
        const { items, next } = await memory.list(internalCaller(tenantId), {
          namespace,
          limit: page,
          order: 'oldest',
          filter: equal('repository', repoUrl),
          after,
        });
        for (const { externalId, content } of items) kept.set(externalId!, content);
        after = next;
      } while (after !== undefined);
      return kept;
    },
    async search(tenantId, query, signal) {
      if (!enabled)
        throw new ServiceError(
          'embedding_unavailable',
          'Findings are not searched in words here, so that their text is not sent to the embedding server. LOREKEEP_SCAN_REMEMBER_FINDINGS=on allows it.',
        );
      const memory = await open();
      const found = await memory.search(
        internalCaller(tenantId),
        {
          namespace,
          query: query.text,
          limit: query.limit,
          filter: filterOf(query),
          minScore: query.minScore,
          rerank: false,
        },
        { signal },
      );
      return found.map(({ externalId, metadata, score }) => ({
        findingId: externalId!,
        repoUrl: String(metadata['repository']),
        score,
      }));
    },
  };
}

function toEntry({ findingId, repoUrl, severity, engine, ruleId, text }: KeptFinding) {
  return {
    content: text,
    externalId: findingId,
    metadata: { repository: repoUrl, severity, engine, ruleId },
  };
}

function filterOf({ repoUrl, severity, engine, ruleId }: FindingMemoryQuery): Filter | undefined {
  const of = [
    ...(repoUrl === undefined ? [] : [equal('repository', repoUrl)]),
    ...(ruleId === undefined ? [] : [equal('ruleId', ruleId)]),
    ...(severity ? [among('severity', severity)] : []),
    ...(engine ? [among('engine', engine)] : []),
  ];
  return of.length === 0 ? undefined : { op: 'and', of };
}

function equal(key: string, value: string): Filter {
  return { op: 'eq', path: ['metadata', key], value };
}

function among(key: string, values: readonly string[]): Filter {
  return { op: 'in', path: ['metadata', key], values };
}
