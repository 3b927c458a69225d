import type { FailedScan, ScanErrorCode } from './outcome.ts';

/** Ends a scan from anywhere inside it. The message is for the caller: one safe sentence, nothing internal. */
export class ScanFailure extends Error {
  readonly errorCode: ScanErrorCode;
  readonly network: boolean;
  /** A process of the scan was killed from outside: nothing is known about the repository. */
  readonly killed: boolean;

  constructor(
    errorCode: ScanErrorCode,
    message: string,
    options: { network?: boolean; killed?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ScanFailure';
    this.errorCode = errorCode;
    this.network = options.network ?? false;
    this.killed = options.killed ?? false;
  }

  toOutcome(): FailedScan {
    return {
      status: 'failed',
      errorCode: this.errorCode,
      error: this.message,
      ...(this.network && { network: true as const }),
      ...(this.killed && { killed: true as const }),
    };
  }
}

/** The failure that an error means which the system gives where a disk is full, or what a user may fill of it; undefined for any other. */
export function failureOfFullDisk(error: unknown): ScanFailure | undefined {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return isFull ? new ScanFailure('engine_failed', fullDiskMessage, { cause: error }) : undefined;
}

export const fullDiskMessage = 'There is not enough room on the disk of the machine that scans.';

/** A process ended by a signal that nobody in the scan sent, such as that of a system which is short of memory. */
export function killedFromOutside(cause?: unknown): ScanFailure {
  const message = 'A process of the scan was killed from outside; the machine may be short of memory.';
  return new ScanFailure('worker_lost', message, { killed: true, cause });
}

/** Signals that end a process by somebody's decision, as opposed to a fault of its own or a limit that it reached. */
export function isKill(signal: NodeJS.Signals | null): boolean {
  return signal !== null && ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'].includes(signal);
}
