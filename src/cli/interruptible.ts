/** How people and machines interrupt a command: Ctrl-C, what ends a job, and a terminal that is closed. */
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that ends in good order when the command is interrupted: the signal tells it. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const name of interruptions) process.once(name, interrupt);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of interruptions) process.off(name, interrupt);
  }
}
