import { isIP } from 'node:net';
import { z } from 'zod';
import { scanLimitDefaults } from './scan-defaults.ts';

/**
 * Every setting, with its meaning and its default. A setting is set in the configuration file under its name, or by an
 * environment variable: `LOREKEEP_` and the name in capitals (`limits.bodyBytes` is `LOREKEEP_LIMITS_BODY_BYTES`).
 * The reference page is generated from this schema.
 */

const bytes = z.int().min(1);
const milliseconds = z.int().min(1).max(2_147_483_647);

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a URL such as postgres://user:password@host:5432/lorekeep');

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** As the server reads whom it trusts, which would name no setting. */
function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined || (version === 4 && isIP(prefix) === 4)) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

const planSchema = z.strictObject({
  searchLimitDefault: z
    .int()
    .min(1)
    .max(1_000)
    .describe('How many results a search gives when it does not say.'),
  requestsPerMinute: z
    .int()
    .min(0)
    .default(0)
    .describe('Requests a key may make each minute; 0 for any number.'),
  maxEntries: z.int().min(0).default(0).describe('Memory entries a tenant may hold; 0 for any number.'),
  scansPerDay: z.int().min(0).default(0).describe('Scans a tenant may start each day; 0 for any number.'),
});

export type PlanSettings = z.output<typeof planSchema>;

const builtInPlans: Record<string, PlanSettings> = {
  free: { searchLimitDefault: 5, requestsPerMinute: 120, maxEntries: 10_000, scansPerDay: 50 },
  team: { searchLimitDefault: 10, requestsPerMinute: 1_200, maxEntries: 0, scansPerDay: 0 },
  scale: { searchLimitDefault: 20, requestsPerMinute: 0, maxEntries: 0, scansPerDay: 0 },
};

const limitsSchema = z
  .strictObject({
    bodyBytes: bytes.default(8 * 1024 * 1024).describe('The largest request body.'),
    headersTimeoutMs: milliseconds
      .default(10_000)
      .describe('How long a client may take to send its headers.'),
    requestTimeoutMs: milliseconds
      .default(60_000)
      .describe('How long a client may take to send a whole request.'),
    maxConnections: z.int().min(1).default(10_000).describe('Connections open at the same time.'),
    authFailuresPerMinute: z
      .int()
      .min(0)
      .default(1_000)
      .describe(
        'Failed authentications an address may make each minute before it gets 429; 0 for any number.',
      ),
  })
  .prefault({});

const scanSchema = z
  .strictObject({
    allowHosts: z
      .array(
        z
          .string()
          .min(1)
          .max(300)
          .regex(/^[^\s/@]+$/, 'must be a host, or a host and its port, such as git.example.com:8443'),
      )
      .default([])
      .describe('Hosts (name or name:port) that may be cloned from although their address is not public.'),
    caFile: z
      .string()
      .min(1)
      .optional()
      .describe('Certificates (PEM) of repository hosts that are trusted in addition to the usual ones.'),
    licences: z
      .strictObject({
        allow: z
          .array(z.string().min(1).max(100))
          .default([])
          .describe('SPDX identifiers of licences that dependencies may have; empty: any.'),
        deny: z
          .array(z.string().min(1).max(100))
          .default([])
          .describe('SPDX identifiers of licences that dependencies must not have.'),
      })
      .prefault({}),
    secretRulesFile: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Credential formats (YAML) that are looked for in addition to the built-in ones; see "lorekeep rules".',
      ),
    codeRules: z
      .array(z.string().min(1).max(1_000))
      .max(50)
      .default([])
      .describe(
        'Folders of libraries and rules for code (YAML), in addition to the built-in ones; see "lorekeep rules".',
      ),
    identityKey: z
      .string()
      .min(16)
      .optional()
      .describe('Keys the ids of findings and the hashes of secrets of scans on the command line.')
      .meta({ secret: true }),
    sandbox: z
      .enum(['auto', 'required', 'off'])
      .default('auto')
      .describe(
        'Whether fetched repositories are scanned in a sandbox: the strongest that works, none without one, or off.',
      ),
    maxRunning: z
      .int()
      .min(1)
      .max(1_000)
      .default(2)
      .describe('Scans that this process runs at the same time.'),
    maxRunningTotal: z
      .int()
      .min(0)
      .max(100_000)
      .default(0)
      .describe(
        'Scans that run at the same time on all nodes that share a database; 0 for as many as they have room for.',
      ),
    maxRunningPerKey: z
      .int()
      .min(1)
      .max(1_000)
      .default(2)
      .describe('Scans of one key that run at the same time, on all nodes together.'),
    maxWaiting: z.int().min(1).default(10_000).describe('Scans that may wait before a start gets 503.'),
    maxWaitingPerKey: z
      .int()
      .min(1)
      .default(1_000)
      .describe('Scans of one key that may wait before a start gets 429.'),
    maxFollowersPerKey: z
      .int()
      .min(1)
      .default(500)
      .describe('Event streams that one key may hold open before another gets 429.'),
    queueDeadlineMs: milliseconds
      .default(6 * 3_600_000)
      .describe('A scan that has not begun by then fails with expired_in_queue.'),
    maxWaitMs: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .default(0)
      .describe('The longest that a start call waits for its scan; 0 for as long as the scan takes.'),
    retentionDays: z.int().min(0).default(90).describe('How long finished scans are kept; 0 for ever.'),
    retentionBytes: z
      .int()
      .min(0)
      .default(10 * 1024 ** 3)
      .describe('How much the finished scans of a tenant may take before the oldest go; 0 for any amount.'),
    rememberFindings: z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .describe(
        'Whether open findings can be searched in words, for which their text is embedded: auto does so where the embedder is part of the service, on also where it is a server, which is then sent the text.',
      ),
    cacheDays: z
      .int()
      .min(0)
      .default(30)
      .describe(
        'How long the cached results of a repository that is not scanned any more are kept; 0 for ever.',
      ),
    cacheBytes: z
      .int()
      .min(0)
      .default(5 * 1024 ** 3)
      .describe('How much all cached results may take before the oldest go; 0 for any amount.'),
    limits: z
      .strictObject({
        packBytes: bytes.default(scanLimitDefaults.packBytes).describe('The largest pack that is fetched.'),
        files: z.int().min(1).default(scanLimitDefaults.files).describe('The most files of a commit.'),
        fileBytes: bytes.default(scanLimitDefaults.fileBytes).describe('The largest file that is analysed.'),
        secretFileBytes: bytes
          .default(scanLimitDefaults.secretFileBytes)
          .describe('The largest file that is searched for secrets.'),
        cloneMs: milliseconds.default(scanLimitDefaults.cloneMs).describe('How long fetching may take.'),
        scanMs: milliseconds
          .default(scanLimitDefaults.scanMs)
          .describe('CPU time that analysing may take; a scan that reaches it gives what it has.'),
        scanWallMs: milliseconds
          .default(scanLimitDefaults.scanWallMs)
          .describe(
            'Time that analysing may take on a busy machine; a scan that reaches it gives what it has.',
          ),
        findings: z.int().min(1).default(scanLimitDefaults.findings).describe('The most findings of a scan.'),
        memoryBytes: bytes
          .min(256 * 1024 ** 2)
          .default(scanLimitDefaults.memoryBytes)
          .describe('Memory that the process of a scan may take.'),
        historyBlobs: z
          .int()
          .min(1)
          .default(scanLimitDefaults.historyBlobs)
          .describe('The most versions of files that are searched in a history.'),
        threads: z.int().min(1).max(64).default(scanLimitDefaults.threads).describe('Threads of one scan.'),
      })
      .prefault({}),
  })
  .prefault({});

const embeddingSchema = z
  .strictObject({
    modelManifest: z
      .string()
      .min(1)
      .optional()
      .describe('The manifest (JSON) of another local model than the one that comes with Lorekeep.'),
    runtime: z
      .enum(['wasm', 'onnx'])
      .default('wasm')
      .describe('What runs the local model: our own kernels, or onnxruntime-node where you installed it.'),
    nativeKernels: z
      .boolean()
      .default(true)
      .describe(
        'Whether the local models, the re-ranker among them, may use the native kernels that come along for Linux on x64; else WebAssembly alone runs them, with the same results.',
      ),
    threads: z.int().min(1).max(64).default(1).describe('Threads that the local model may use.'),
    cacheBytes: z
      .int()
      .min(0)
      .default(16 * 1024 ** 2)
      .describe('Memory for vectors of texts that were embedded before; 0 turns it off.'),
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('The embedding server, such as https://api.openai.com/v1 or http://127.0.0.1:11434.'),
    model: z.string().min(1).max(200).optional().describe('The name of the model on the embedding server.'),
    dims: z.int().min(8).max(4_096).optional().describe('The dimensions of its vectors.'),
    askForDims: z
      .boolean()
      .default(false)
      .describe('Whether to ask an OpenAI-compatible server for vectors of that many dimensions.'),
    apiKey: z.string().min(1).optional().describe('The key of the embedding server.').meta({ secret: true }),
    maxTokens: z
      .int()
      .min(32)
      .max(8_192)
      .default(256)
      .describe('The longest passage sent to the embedding server.'),
    queryPrefix: z
      .string()
      .max(500)
      .default('')
      .describe('Text before every query, if the model wants one.')
      .meta({ verbatim: true }),
    documentPrefix: z
      .string()
      .max(500)
      .default('')
      .describe('Text before every passage, if the model wants one.')
      .meta({ verbatim: true }),
    unrelatedCosine: z
      .number()
      .min(-1)
      .max(0.95)
      .default(0.2)
      .describe('The cosine that unrelated texts have with the model of the server; it becomes the score 0.'),
    timeoutMs: milliseconds
      .default(20_000)
      .describe('How long one request to the embedding server may take.'),
    retries: z.int().min(0).max(10).default(2).describe('How often such a request is tried again.'),
    maxConcurrent: z.int().min(1).max(64).default(4).describe('Requests to the embedding server at a time.'),
  })
  .prefault({});

export type EmbeddingSettings = z.output<typeof embeddingSchema>;

const rerankingSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('The re-ranking server, such as http://127.0.0.1:8081 or https://api.jina.ai/v1.'),
    model: z.string().min(1).max(200).optional().describe('The name of the model on the re-ranking server.'),
    apiKey: z.string().min(1).optional().describe('The key of the re-ranking server.').meta({ secret: true }),
    scores: z
      .enum(['probability', 'logit'])
      .default('probability')
      .describe(
        'What the server sends: probabilities from 0 to 1, or log odds, as llama.cpp does for many models.',
      ),
    candidates: z
      .int()
      .min(2)
      .max(200)
      .default(50)
      .describe('How many of the best results of a search are re-ranked.'),
    byDefault: z.boolean().default(false).describe('Whether a search that does not say is re-ranked.'),
    timeoutMs: milliseconds
      .default(10_000)
      .describe('How long one request to the re-ranking server may take.'),
    retries: z.int().min(0).max(10).default(1).describe('How often such a request is tried again.'),
    maxConcurrent: z.int().min(1).max(64).default(4).describe('Requests to the re-ranking server at a time.'),
  })
  .prefault({});

export type RerankingSettings = z.output<typeof rerankingSchema>;

export const configSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('The address to listen on.'),
  port: z.int().min(0).max(65_535).default(8080).describe('The port to listen on; 0 takes a free one.'),
  dataDir: z.string().min(1).default('./data').describe('The folder that holds everything Lorekeep keeps.'),
  advisoriesDir: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A folder of advisories: one that "advisories sync" filled, or OSV records (JSON) that are imported at every start.',
    ),
  apiKeys: z
    .array(
      z
        .string()
        .regex(/^key_[\x21-\x2b\x2d-\x7e]+$/, 'must begin with key_ and hold visible ASCII without commas'),
    )
    .default([])
    .describe('API keys of the bootstrap tenant, with all scopes.')
    .meta({ secret: true }),
  databaseUrl: databaseUrl
    .optional()
    .describe(
      'A Postgres database (15 or newer) instead of the embedded one: postgres://user:password@host/name.',
    )
    .meta({ secret: true }),
  databaseDirectUrl: databaseUrl
    .optional()
    .describe(
      'The same database past a connection pooler, for what a pooler cannot carry: notifications and locks.',
    )
    .meta({ secret: true }),
  databasePool: z
    .int()
    .min(2)
    .max(1_000)
    .default(10)
    .describe('Connections that this node may hold to the database.'),
  databaseStatementTimeoutMs: milliseconds
    .default(15_000)
    .describe('How long one statement may take in the database.'),
  secretKeyFile: z
    .string()
    .min(1)
    .optional()
    .describe('The file with the key that all nodes share (32 bytes in base64); needed with a databaseUrl.'),
  nodeId: z
    .string()
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,62}$/, 'must be 1 to 63 letters, digits, ".", "_" or "-"')
    .optional()
    .describe('What this node is called among those that share a database; a generated name by default.'),
  nodeUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where other nodes reach this one: requests for a namespace then go to the node that has it loaded.',
    ),
  logLevel: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least important log line that is written.'),
  logFormat: z
    .enum(['auto', 'json', 'text'])
    .default('auto')
    .describe(
      'How log lines are written: as text for people on a terminal and as JSON elsewhere, or always so.',
    ),
  trustProxy: z
    .array(
      z
        .string()
        .min(1)
        .refine(isNetwork, 'must be an address or a network, such as 10.0.0.1, 10.0.0.0/8 or loopback'),
    )
    .default([])
    .describe('Addresses or networks of reverse proxies whose X-Forwarded-For is believed.'),
  corsOrigins: z
    .array(z.string().regex(/^https?:\/\/[^/\s]+$/, 'must be an origin such as https://app.example.com'))
    .default([])
    .describe('Web origins whose pages may call the API from a browser.'),
  metricsOpen: z.boolean().default(false).describe('Whether /metrics answers without a key.'),
  otlpEndpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where traces go, as OTLP over HTTP; nothing is traced without it.'),
  shutdownTimeoutMs: milliseconds.default(8_000).describe('How long open requests may go on after SIGTERM.'),
  limits: limitsSchema,
  storage: z
    .strictObject({
      maxBytes: z.int().min(0).default(0).describe('The largest database; 0 for as much as the disk holds.'),
      reserveBytes: z
        .int()
        .min(0)
        .default(16 * 1_048_576)
        .describe('Disk that is set aside so that deletes work when the disk is full; 0 for none.'),
      auditRetentionDays: z.int().min(1).default(365).describe('How long the audit trail is kept.'),
    })
    .prefault({}),
  embedder: z
    .enum(['local', 'fast', 'multilingual', 'openai', 'ollama', 'tei'])
    .default('local')
    .describe(
      'What turns text into vectors: the English model that comes along, its fast tier, the model for 23 languages that `lorekeep models install multilingual` installs, or a server.',
    ),
  embedding: embeddingSchema,
  reranker: z
    .enum(['local', 'none', 'cohere', 'tei'])
    .default('local')
    .describe(
      'What re-ranks results where a search asks for it: the model that comes along, nothing, a server with the API of Cohere (Jina, vLLM, Infinity, llama.cpp), or Text Embeddings Inference.',
    ),
  reranking: rerankingSchema,
  memory: z
    .strictObject({
      indexBytes: bytes
        .default(2 * 1024 ** 3)
        .describe(
          'Memory that indexes may take; namespaces that were not used for longest go out of it first, those of a tenant with more than an equal share before those of others. One that needs more alone, or more than half while other tenants use the rest, cannot be searched (507).',
        ),
      copies: z
        .int()
        .min(1)
        .max(2)
        .default(1)
        .describe('How many nodes hold the index of a namespace in memory, where several share a database.'),
    })
    .prefault({}),
  scan: scanSchema,
  plans: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/), planSchema)
    .default({})
    .transform((plans): Record<string, PlanSettings> => ({ ...builtInPlans, ...plans }))
    .describe('Plans by name; free, team and scale are there unless they are replaced.'),
});

export type Config = z.output<typeof configSchema>;
export type RerankerName = Config['reranker'];
