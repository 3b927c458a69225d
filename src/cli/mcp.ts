import { spawn } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import type { FolderScan } from '../mcp/folder-scans.ts';
import type { McpParts } from '../mcp/parts.ts';
import type { CompletedScan } from '../scan/model/outcome.ts';
import { type Command, listOption, textOption, UsageError } from './command.ts';
import { openApi } from './open-api.ts';

export const mcp: Command = {
  summary: 'Offer memory and scans to an assistant: an MCP server over standard input and output.',
  usage: ['mcp [--namespace NAME] [--tools LIST] [--read-only] [--server URL]', 'mcp --compat memory'],
  help: `
Started by an MCP client such as Claude Code, Cursor or VS Code. It uses the service that runs on the data folder, or the one
that --server names, or else works on the data folder by itself. A running service offers the same tools at /mcp.

The data folder is the one that --data-dir or LOREKEEP_DATA_DIR names, or ~/.local/share/lorekeep (where your system keeps such
data). Clients start this in the folder of a project: its lorekeep.yaml and its data folder are not read.

Options:
  --namespace NAME  where memory goes when a call names no namespace; the name of the working folder when omitted
  --tools LIST      memory, scan, or names of tools: remember, recall, forget, scan, findings, triage
  --read-only       only tools that change nothing
  --compat memory   offer the tools of the official memory server instead, under their names
  --server URL      use a running service elsewhere; its key comes from LOREKEEP_API_KEY
  --tenant NAME     whose data; "default" when omitted`,
  maxArguments: 0,
  options: {
    namespace: { type: 'string' },
    tools: { type: 'string', multiple: true },
    'read-only': { type: 'boolean' },
    compat: { type: 'string' },
    server: { type: 'string' },
    tenant: { type: 'string' },
  },
  async run(invocation) {
    const { terminal, version } = invocation;
    const only = listOption(invocation, 'tools');
    const compat = textOption(invocation, 'compat');
    if (compat !== undefined && compat !== 'memory') throw new UsageError('--compat knows "memory" only.');
    if (only) await refuseUnknown(only);
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    const { createMcpServer } = await import('../mcp/server.ts');
    const { FolderScans } = await import('../mcp/folder-scans.ts');
    // Answers need it only when they are assembled; starting without it is what a client waits for.
    const opened = lazily(() => openApi(invocation));
    const counter = lazily(loadCounter);
    const onFailure = (error: unknown) => terminal.say(`lorekeep mcp: ${(error as Error).message}`);
    const parts: McpParts = {
      api: { call: async (...args) => (await opened.get()).api.call(...args) },
      version,
      namespace: textOption(invocation, 'namespace') ?? (basename(resolve('.')) || 'default'),
      countTokens: (text) => counter.now()!(text),
      prepare: () => counter.get(),
      may: () => true,
      folders: new FolderScans((path, signal) => scanFolder(path, signal)),
      only,
      readOnly: invocation.options['read-only'] === true,
      tools: compat === undefined ? undefined : (await import('../mcp/compat/graph-tools.ts')).graphTools,
      onFailure,
    };
    const closed = new Promise<void>((end) => process.stdin.once('close', end).once('end', end));
    const handle = serveStdio(() => createMcpServer(parts), { onerror: onFailure });
    await closed;
    await handle.close();
    await (await opened.started())?.close();
    return 0;
  },
};

async function refuseUnknown(names: readonly string[]): Promise<void> {
  const { tools } = await import('../mcp/tools/index.ts');
  const known = new Set(tools.flatMap(({ name, part }) => [name, part as string]));
  const stranger = names.find((name) => !known.has(name));
  if (stranger !== undefined)
    throw new UsageError(`there is no tool "${stranger}"; there are ${[...known].join(', ')}.`);
}

/** The tokenizer of the fast tier: it comes with the package and opens in a tenth of a second. */
async function loadCounter(): Promise<(text: string) => number> {
  const { openTokenCounter } = await import('../memory/embedding/token-counter.ts');
  return openTokenCounter();
}

/** A scan of a folder in a process of its own, as its user would start it. */
async function scanFolder(path: string, signal: AbortSignal): Promise<Omit<FolderScan, 'scanId'>> {
  const child = spawn(process.execPath, [process.argv[1]!, 'scan', resolve(path), '--format', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  });
  const ended = new Promise<number | null>((end, fail) => child.once('close', end).once('error', fail));
  const result = (await json(child.stdout).catch(() => undefined)) as CompletedScan | undefined;
  const code = await ended;
  if (result?.status !== 'completed') throw new Error(`The scan of ${path} failed (exit code ${code}).`);
  const { findings, summary, coverage } = result;
  return { findings, summary, complete: coverage.complete };
}

/** Something that is opened once, by whoever needs it first. */
function lazily<Value>(open: () => Promise<Value>) {
  let opening: Promise<Value> | undefined;
  let value: Value | undefined;
  return {
    get: (): Promise<Value> => {
      opening ??= open().then((opened) => {
        value = opened;
        return opened;
      });
      return opening;
    },
    now: (): Value | undefined => value,
    started: (): Promise<Value> | undefined => opening,
  };
}
