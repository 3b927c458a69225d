import type { Logger } from 'pino';

/**
 * Does one step of the end, and says whether it was done. A step that fails is no reason to omit the next one, and a database that does not answer must not keep
 * a service from ending: what acknowledged a write has stored it by then.
 */
export async function endStep(
  name: string,
  work: () => unknown,
  { log, limitMs = Number.POSITIVE_INFINITY }: { log: Pick<Logger, 'warn'>; limitMs?: number },
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    if (limitMs < maxTimerMs) timer = setTimeout(resolve, limitMs, 'late');
  });
  const done = (async () => {
    await work();
    return 'done' as const;
  })();
  try {
    if ((await Promise.race([done, late])) === 'done') return true;
    done.catch((error: unknown) => log.warn({ err: error, step: name }, 'a step of the end failed'));
    log.warn({ step: name, limitMs }, 'a step of the end took too long and was left');
  } catch (error) {
    log.warn({ err: error, step: name }, 'a step of the end failed');
  } finally {
    clearTimeout(timer);
  }
  return false;
}

const maxTimerMs = 2 ** 31;
