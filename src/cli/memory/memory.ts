import { ServiceError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { parseStrictJson } from '../../kernel/strict-json.ts';
import { type Command, type Invocation, textOption, UsageError, unknownAction } from '../command.ts';
import { plain, table } from '../terminal.ts';
import { importCode } from './import-code.ts';
import { auditNamespace } from './memory-audit.ts';
import { deleteEntries, firstLine, getEntry, listEntries, updateEntry } from './memory-entries.ts';
import { evaluate } from './memory-eval.ts';
import { exportNamespace, importFile } from './memory-transfer.ts';

export const memory: Command = {
  summary: 'Write, search, import and export memory.',
  usage: [
    'memory write NAMESPACE [TEXT…] [--metadata JSON] [--external-id ID]',
    'memory search NAMESPACE QUERY [--limit N] [--mode MODE] [--rerank] [--filter JSON]',
    'memory context NAMESPACE QUERY [--limit N] [--rerank] [--max-tokens N] [--format FORMAT]',
    'memory get ID',
    'memory update ID [TEXT] [--metadata JSON] [--external-id ID] [--expires TIME] [--occurred TIME]',
    'memory list NAMESPACE [--limit N] [--metadata-filter JSON] [--filter JSON]',
    'memory delete NAMESPACE {ID… | --metadata-filter JSON | --filter JSON | --all} [--dry-run]',
    'memory import NAMESPACE FILE [--from FORMAT] [--map FIELDS] [--text-field NAME] [--from-line N]',
    'memory import-code NAMESPACE [FOLDER] [--repository NAME] [--tests] [--include PATTERNS] [--exclude PATTERNS]',
    'memory export NAMESPACE [FILE] [--format markdown]',
    'memory audit NAMESPACE [--apply ACTION] [--pii] [--format json]',
    'memory eval NAMESPACE FILE [--rerank]',
    'memory namespaces',
    'memory model [rollback]',
  ],
  help: `
Options:
  --tenant NAME       whose memory; the one called "default" unless given
  --metadata JSON     for write: the metadata of each entry
  --external-id ID    for write: replaces the entry that has this id of yours
  --limit N           how many entries; 10 by default
  --mode MODE         blended (the default), dense or lexical
  --rerank            let the re-ranking model that is configured put the best results in order; for eval: once more with it
  --metadata-filter JSON, --filter JSON  as in the API
  --all               for delete: every entry of the namespace
  --dry-run           for delete: only count what would be deleted
  --max-tokens N      for context: stop before the text has more tokens
  --format FORMAT     for context: text (the default), markdown or xml; for export: lorekeep (the default) or markdown
  --expires TIME      for update: when the entry stops being found, or never
  --occurred TIME     for update: when what the entry tells of happened
  --from FORMAT       for import: lorekeep (the default), mem0, chroma, mcp-memory, qdrant, supermemory, langchain,
                      chatgpt, claude, csv or jsonl
  --map FIELDS        for csv and jsonl: content=COLUMN, and externalId=, createdAt=, metadata.NAME=, metadata.*=REST
  --text-field NAME   for qdrant: the field of the payload that holds the text
  --from-line N       for import: continue at this line of a file that was begun before
  --repository NAME   for import-code: what the entries are filed under; the name of the folder by default
  --tests             for import-code: tests as well; they are skipped by default
  --include PATTERNS, --exclude PATTERNS  for import-code: only these paths, not these paths
  --apply ACTION      for audit: flag (store what was found with the entries) or redact (also rewrite credentials, personal data
                      and hidden characters, and drop the earlier versions of those entries); only report by default
  --pii               for audit: personal data as well
  --server URL        ask a service elsewhere; its key comes from LOREKEEP_API_KEY

"write" without TEXT reads one entry from the standard input. FILE may be - for the standard input or output.
"eval" asks the questions of a file of JSON lines, each {"query": "…", "relevant": ["id or external id", …]}, in every mode and
says how well each finds what is relevant; an empty list is a question without an answer.
"audit" inspects what is stored for credentials, instructions to a model and hidden characters; it exits with 1 where something of that is
left. Importing the same file twice changes nothing. "import-code" keeps the functions, classes, files and documentation of a folder,
to be asked for in words; done again it writes what changed and removes what is gone. "model" shows the embedding model and how far a change of it has come;
"model rollback" goes back to the one before.`,
  options: {
    tenant: { type: 'string' },
    server: { type: 'string' },
    metadata: { type: 'string' },
    'external-id': { type: 'string' },
    limit: { type: 'string' },
    mode: { type: 'string' },
    rerank: { type: 'boolean' },
    'metadata-filter': { type: 'string' },
    filter: { type: 'string' },
    all: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'max-tokens': { type: 'string' },
    format: { type: 'string' },
    from: { type: 'string' },
    map: { type: 'string', multiple: true },
    'text-field': { type: 'string' },
    expires: { type: 'string' },
    occurred: { type: 'string' },
    'from-line': { type: 'string' },
    repository: { type: 'string' },
    tests: { type: 'boolean' },
    include: { type: 'string', multiple: true },
    exclude: { type: 'string', multiple: true },
    apply: { type: 'string' },
    pii: { type: 'boolean' },
  },
  async run(invocation) {
    const [action, subject, ...rest] = invocation.positionals;
    refuseStrangeOptions(invocation, action);
    const tenant = textOption(invocation, 'tenant') ?? 'default';
    switch (action) {
      case 'write':
        return write(invocation, tenant, required(subject, 'a namespace'), rest);
      case 'search':
        return search(
          invocation,
          tenant,
          required(subject, 'a namespace'),
          required(rest.join(' '), 'a query'),
        );
      case 'context':
        return context(
          invocation,
          tenant,
          required(subject, 'a namespace'),
          required(rest.join(' '), 'a query'),
        );
      case 'get':
        return getEntry(invocation, tenant, required(subject, 'the id of an entry'));
      case 'update':
        return updateEntry(invocation, tenant, required(subject, 'the id of an entry'), {
          content: rest.length > 0 ? rest.join(' ') : null,
          metadata: jsonOption(invocation, 'metadata') ?? null,
          externalId: textOption(invocation, 'external-id') ?? null,
          expiresAt: textOption(invocation, 'expires') ?? null,
          occurredAt: textOption(invocation, 'occurred') ?? null,
        });
      case 'list':
        return listEntries(invocation, tenant, required(subject, 'a namespace'), {
          limit: numberOption(invocation, 'limit') ?? null,
          ...filterOptions(invocation),
        });
      case 'delete':
        return deleteEntries(invocation, tenant, required(subject, 'a namespace'), {
          ids: rest.length > 0 ? rest : null,
          all: invocation.options['all'] === true,
          dryRun: invocation.options['dry-run'] === true,
          ...filterOptions(invocation),
        });
      case 'import':
        return importFile(invocation, tenant, required(subject, 'a namespace'), required(rest[0], 'a file'));
      case 'import-code':
        return importCode(invocation, tenant, required(subject, 'a namespace'), rest[0]);
      case 'export':
        return exportNamespace(invocation, tenant, required(subject, 'a namespace'), rest[0] ?? '-');
      case 'audit':
        return auditNamespace(invocation, tenant, required(subject, 'a namespace'));
      case 'eval':
        return evaluate(invocation, tenant, required(subject, 'a namespace'), required(rest[0], 'a file'));
      case 'namespaces':
        return namespaces(invocation, tenant);
      case 'model':
        if (subject !== undefined && subject !== 'rollback')
          throw new UsageError('say model or model rollback.');
        return model(invocation, subject === 'rollback');
      default:
        throw unknownAction(action, memory);
    }
  },
};

const optionsOf: Record<string, string[]> = {
  write: ['metadata', 'external-id'],
  search: ['limit', 'mode', 'rerank', 'metadata-filter', 'filter'],
  context: ['limit', 'mode', 'rerank', 'metadata-filter', 'filter', 'max-tokens', 'format'],
  list: ['limit', 'metadata-filter', 'filter'],
  delete: ['metadata-filter', 'filter', 'all', 'dry-run'],
  update: ['metadata', 'external-id', 'expires', 'occurred'],
  import: ['from', 'from-line', 'map', 'text-field'],
  'import-code': ['repository', 'include', 'exclude', 'tests'],
  export: ['format'],
  eval: ['rerank'],
  audit: ['apply', 'pii', 'format'],
};

/** An option of another action would be passed over in silence, and the result would not be what was asked for. */
function refuseStrangeOptions({ options }: Invocation, action: string | undefined): void {
  const own = optionsOf[action ?? ''] ?? [];
  for (const name of new Set(Object.values(optionsOf).flat())) {
    if (options[name] !== undefined && !own.includes(name))
      throw new UsageError(`--${name} is not for ${action}.`);
  }
}

interface Found {
  id: string;
  content: string;
  score: number;
}

async function write(
  invocation: Invocation,
  tenant: string,
  namespace: string,
  texts: string[],
): Promise<number> {
  const contents = texts.length > 0 ? texts : [await readStandardInput()];
  const metadata = jsonOption(invocation, 'metadata') ?? null;
  const externalId = textOption(invocation, 'external-id') ?? null;
  type Written = {
    ids: string[];
    flags?: Array<{ index: number; kind: string; ruleId: string; action: string }>;
  };
  const written = await invocation.operate<Written>('memory.write', {
    tenant,
    namespace,
    entries: contents.map((content) => ({ content, metadata, externalId })),
  });
  const { ids, flags = [] } = written;
  invocation.terminal.out(invocation.options['json'] ? JSON.stringify(written, null, 2) : ids.join('\n'));
  for (const { index, kind, ruleId, action } of flags.slice(0, 20))
    invocation.terminal.say(`${ids[index]}: ${kind} (${ruleId}) ${action}`);
  return 0;
}

async function search(
  invocation: Invocation,
  tenant: string,
  namespace: string,
  query: string,
): Promise<number> {
  const found = await invocation.operate<Found[]>('memory.search', {
    tenant,
    namespace,
    query,
    ...searchOptions(invocation),
  });
  const { terminal, options } = invocation;
  if (options['json']) terminal.out(JSON.stringify(found, null, 2));
  else if (found.length === 0) terminal.say('Nothing was found.');
  else terminal.out(table(found.map(({ id, score, content }) => [score.toFixed(3), id, firstLine(content)])));
  return 0;
}

async function context(
  invocation: Invocation,
  tenant: string,
  namespace: string,
  query: string,
): Promise<number> {
  const result = await invocation.operate<{ text: string }>('memory.context', {
    tenant,
    namespace,
    query,
    ...searchOptions(invocation),
    maxTokens: numberOption(invocation, 'max-tokens') ?? null,
    format: textOption(invocation, 'format') ?? null,
  });
  const { terminal, options } = invocation;
  if (options['json']) terminal.out(JSON.stringify(result, null, 2));
  // Contents are someone else's text: a terminal must not obey them, a pipe gets them as they are.
  else terminal.out(terminal.colour ? result.text.split('\n').map(plain).join('\n') : result.text);
  return 0;
}

async function namespaces(invocation: Invocation, tenant: string): Promise<number> {
  type Row = { name: string; entries: number; bytes: number; model: string };
  const rows = await invocation.operate<Row[]>('memory.namespaces', { tenant });
  const { terminal, options } = invocation;
  if (options['json']) terminal.out(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) terminal.say('There are no namespaces.');
  else {
    const cells = rows.map(({ name, entries, bytes, model: of }) => [
      String(entries),
      String(bytes),
      plain(of),
      plain(name),
    ]);
    terminal.out(table([['ENTRIES', 'BYTES', 'MODEL', 'NAME'], ...cells]));
  }
  return 0;
}

async function model(invocation: Invocation, rollBack: boolean): Promise<number> {
  type Status = {
    wanted: string;
    previous?: string;
    namespacesLeft: number;
    entriesLeft: number;
    recutsLeft: number;
  };
  const status = await invocation.operate<Status>(rollBack ? 'memory.rollback' : 'memory.model', {});
  const { terminal, options } = invocation;
  if (options['json']) terminal.out(JSON.stringify(status, null, 2));
  else {
    terminal.out(`model     ${status.wanted}\nprevious  ${status.previous ?? '(none)'}`);
    if (status.namespacesLeft > 0) {
      terminal.out(`left      ${status.namespacesLeft} namespaces, ${status.entriesLeft} entries to embed`);
    }
    if (status.recutsLeft > 0) {
      terminal.out(`passages  ${status.recutsLeft} entries of an older version to cut again`);
    }
  }
  return 0;
}

function searchOptions(invocation: Invocation): JsonObject {
  return {
    limit: numberOption(invocation, 'limit') ?? null,
    mode: textOption(invocation, 'mode') ?? null,
    rerank: invocation.options['rerank'] === true ? true : null,
    ...filterOptions(invocation),
  };
}

function filterOptions(invocation: Invocation): JsonObject {
  return {
    metadataFilter: jsonOption(invocation, 'metadata-filter') ?? null,
    filter: jsonOption(invocation, 'filter') ?? null,
  };
}

function jsonOption(invocation: Invocation, name: string): JsonObject | undefined {
  const text = textOption(invocation, name);
  if (text === undefined) return undefined;
  try {
    // As strict as the service is with a request.
    return parseStrictJson(Buffer.from(text)) as JsonObject;
  } catch (error) {
    const [detail] = (error instanceof ServiceError && error.details) || [];
    throw new UsageError(`--${name} is not JSON that can be stored${detail ? `: ${detail.message}` : '.'}`);
  }
}

function numberOption(invocation: Invocation, name: string): number | undefined {
  const text = textOption(invocation, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} is a number.`);
  return Number(text);
}

function required(value: string | undefined, what: string): string {
  if (!value) throw new UsageError(`it needs ${what}.`);
  return value;
}

async function readStandardInput(): Promise<string> {
  return Buffer.concat(await Array.fromAsync(process.stdin as AsyncIterable<Buffer>)).toString('utf8');
}
