import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox, SandboxFolders } from '../model/sandbox.ts';
import { analysisFlags } from './analyse/analysis-flags.ts';
import { graceMs } from './analyse/deadline.ts';
import type { ChildTask } from './child-protocol.ts';

/** Limits of the kernel, then where possible the sandbox, then Node with the program. */
export function childCommand(
  task: ChildTask,
  { sandbox, sandboxRoot }: { sandbox?: Sandbox; sandboxRoot: string },
): string[] {
  const { memoryBytes, scanMs } = task.limits;
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const program = fileURLToPath(new URL(`./child-main.${extension}`, import.meta.url));
  const folders = visibleFolders(task, program, sandboxRoot);
  const node = [
    process.execPath,
    `--max-old-space-size=${Math.floor(memoryBytes / 2 / 1024 ** 2)}`,
    '--no-warnings',
    '--disable-proto=delete',
    ...analysisFlags,
    ...(sandbox?.nodeFlags(folders) ?? []),
    `--import=${new URL(`../../platform/own-modules.${extension}`, import.meta.url).href}`,
    program,
    // Not read by the program: it tells whoever looks at the list of processes which scan this is.
    task.gitDir,
  ];
  // Data segments and not addresses are limited: WebAssembly reserves gigabytes of addresses that it never touches.
  // What others interrupted is done again, with as much time: see `Deadline.repay`.
  const cpuSeconds = Math.ceil((2 * scanMs + 3 * graceMs(scanMs)) / 1000);
  const limits = [Math.ceil(memoryBytes / 1024), cpuSeconds].map(String);
  return ['/bin/sh', '-c', limitAndRun, 'sh', ...limits, ...(sandbox?.wrap(folders) ?? []), ...node];
}

// The file-size limit leaves room for the result cache; nothing else that is written is large.
const limitAndRun =
  'ulimit -d "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; ulimit -f 2097152 2>/dev/null; ulimit -c 0 2>/dev/null; shift 2; exec "$@"';

function visibleFolders(task: ChildTask, program: string, sandboxRoot: string): SandboxFolders {
  const root = resolve(dirname(program), '..', '..', '..');
  const { source, cacheFile, advisoryIndexFile } = task;
  return {
    readOnly: [
      dirname(dirname(process.execPath)),
      ...['src', 'dist', 'rules', 'grammars', 'node_modules', 'package.json'].map((name) => join(root, name)),
      ...(source.kind === 'fetched' ? [] : [source.path]),
      ...(advisoryIndexFile === undefined ? [] : [dirname(advisoryIndexFile)]),
    ],
    root: sandboxRoot,
    writable: [task.gitDir, ...(cacheFile === undefined ? [] : [dirname(cacheFile)])],
  };
}
