import { z } from 'zod';
import type { Tenants } from '../../access/tenants.ts';
import { importedEntries } from '../../contract/import-lines.ts';
import {
  contextBody,
  deleteBody,
  filterOf,
  listBody,
  namespaceName,
  searchBody,
  writeBody,
} from '../../contract/memory-schemas.ts';
import { viewEntry, viewExportedEntry, viewFoundEntry, viewNamespace } from '../../contract/memory-views.ts';
import { check } from '../../contract/validation.ts';
import type { Operations } from '../../control/operations.ts';
import type { MemoryCaller } from '../../memory/entry.ts';
import { memoryLimits } from '../../memory/limits.ts';
import type { MemoryParts } from '../compose-memory.ts';

const tenant = { tenant: z.string() };
const defaultLimit = 10;
/** A part of an export ends at the first of these. */
const exportLines = 1_000;
const exportUnits = 8 * 1024 * 1024;

/** What commands can ask of memory. `open` gives the parts when they are first needed: most commands do without a model. */
export function memoryOperations(tenants: Tenants, open: () => Promise<MemoryParts>): Operations {
  const callerOf = async (name: string): Promise<MemoryCaller> => ({
    tenantId: (await tenants.get(name)).id,
    mayUseNamespace: () => true,
  });
  return {
    'memory.write': async (args) => {
      const { tenant: of, ...body } = check(writeBody.extend(tenant), args);
      const { memory } = await open();
      return memory.write(await callerOf(of), body);
    },
    'memory.search': async (args) => {
      const { tenant: of, ...body } = check(searchBody.extend(tenant), args);
      const { memory } = await open();
      const query = { ...body, limit: body.limit ?? defaultLimit, filter: filterOf(body) };
      return (await memory.search(await callerOf(of), query)).map(viewFoundEntry);
    },
    'memory.context': async (args) => {
      const { tenant: of, ...body } = check(contextBody.extend(tenant), args);
      const { memory } = await open();
      const query = { ...body, limit: body.limit ?? defaultLimit, filter: filterOf(body) };
      return memory.context(await callerOf(of), query);
    },
    'memory.list': async (args) => {
      const { tenant: of, ...body } = check(listBody.extend(tenant), args);
      const { memory } = await open();
      const query = {
        ...body,
        limit: body.limit ?? defaultLimit,
        order: 'newest' as const,
        filter: filterOf(body),
      };
      const { items, next } = await memory.list(await callerOf(of), query);
      return { items: items.map(viewEntry), more: next !== undefined };
    },
    'memory.delete': async (args) => {
      const { tenant: of, ...body } = check(deleteBody.safeExtend(tenant), args);
      const { memory } = await open();
      const request = { ...body, filter: filterOf(body), dryRun: body.dryRun ?? false };
      return memory.deleteMany(await callerOf(of), request);
    },
    'memory.namespaces': async (args) => {
      const { tenant: of } = check(z.strictObject(tenant), args);
      const { memory } = await open();
      const caller = await callerOf(of);
      const items = [];
      let after: string | undefined;
      do {
        const page = await memory.namespaces(caller, { after, limit: memoryLimits.listLimit });
        items.push(...page.items.map(viewNamespace));
        after = page.next;
      } while (after !== undefined);
      return items;
    },
    /** A part of a file: its lines as text, and how many lines of the file came before. */
    'memory.import': async (args, report) => {
      const schema = z.strictObject({
        ...tenant,
        namespace: namespaceName,
        lines: z.string(),
        linesBefore: z.int().min(0),
      });
      const { tenant: of, namespace, lines, linesBefore } = check(schema, args);
      const { transfer } = await open();
      const source = importedEntries(onePart(lines), { linesBefore });
      return transfer.import(await callerOf(of), namespace, source, {
        linesBefore,
        onProgress: ({ lastLine }) => report({ lastLine }),
      });
    },
    /** A part of a namespace, to be asked for again with the last id until there is none left. */
    'memory.export': async (args) => {
      const schema = z.strictObject({
        ...tenant,
        namespace: namespaceName,
        after: z.string().max(64).nullish(),
      });
      const { tenant: of, namespace, after } = check(schema, args);
      const { transfer } = await open();
      const items = [];
      let units = 0;
      for await (const entry of transfer.export(await callerOf(of), namespace, after ?? undefined)) {
        const item = viewExportedEntry(entry);
        items.push(item);
        units += item.content.length + (item.vector?.length ?? 0);
        if (items.length === exportLines || units >= exportUnits) return { items, next: item.id };
      }
      return { items, next: null };
    },
    'memory.namespace': async (args) => {
      const { tenant: of, namespace } = check(z.strictObject({ ...tenant, namespace: namespaceName }), args);
      const { memory } = await open();
      return viewNamespace(await memory.namespace(await callerOf(of), namespace));
    },
    /** Inspects what is stored; reports how many entries are done. */
    'memory.audit': async (args, report) => {
      const schema = z.strictObject({
        ...tenant,
        namespace: namespaceName,
        apply: z.enum(['nothing', 'flag', 'redact']),
        pii: z.boolean(),
      });
      const { tenant: of, ...request } = check(schema, args);
      const { audit } = await open();
      return audit.run(await callerOf(of), request, ({ entries, flagged }) => report({ entries, flagged }));
    },
    'memory.model': async () => (await open()).reembedding.status(),
    'memory.rollback': async () => (await open()).reembedding.rollBack(),
    /** Says where, against all expectation, one of the given texts is still to be found, and what cannot be reached. */
    'memory.erase': async (args) => {
      const { absent } = check(z.strictObject({ absent: z.array(z.string().min(1)) }), args);
      return (await open()).eraseTraces(absent);
    },
  };
}

async function* onePart(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
