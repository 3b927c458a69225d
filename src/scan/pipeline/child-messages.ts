import type { EngineCrash } from '../model/engine-crash.ts';
import type { ScanOutcome, ScanProgress } from '../model/outcome.ts';
import { splitRecords } from '../source/git/split-records.ts';
import type { ChildMessage } from './child-protocol.ts';

const maxOutcomeBytes = 512 * 1024 ** 2;
/** A repository that crashes an engine in every file need not be read about in every one. */
const maxCrashes = 100;

interface Listeners {
  onProgress(progress: ScanProgress): void;
  onCrash?(crash: EngineCrash): void;
}

/** Hands on what the analysing process tells, up to its outcome. */
export async function readOutcome(
  stream: Parameters<typeof splitRecords>[0],
  { onProgress, onCrash }: Listeners,
): Promise<ScanOutcome | undefined> {
  let outcome: ScanOutcome | undefined;
  let crashes = 0;
  for await (const record of splitRecords(stream, 0x0a, maxOutcomeBytes)) {
    if (!record) continue;
    const message = parseMessage(record);
    if (!message) continue;
    if ('progress' in message) onProgress(message.progress);
    else if ('crash' in message) {
      if (crashes++ < maxCrashes) onCrash?.(message.crash);
    } else outcome = message.outcome;
  }
  return outcome;
}

/** A process that was killed in the middle of a line leaves half a message. */
function parseMessage(record: Buffer): ChildMessage | undefined {
  try {
    return JSON.parse(record.toString('utf8')) as ChildMessage;
  } catch {
    return undefined;
  }
}
