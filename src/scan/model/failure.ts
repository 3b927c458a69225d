import type { FailedScan, ScanErrorCode } from './outcome.ts';

/** Ends a scan from anywhere inside it. The message is for the caller: one safe sentence, nothing internal. */
export class ScanFailure extends Error {
  readonly errorCode: ScanErrorCode;
  readonly network: boolean;

  constructor(
    errorCode: ScanErrorCode,
    message: string,
    options: { network?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ScanFailure';
    this.errorCode = errorCode;
    this.network = options.network ?? false;
  }

  toOutcome(): FailedScan {
    return {
      status: 'failed',
      errorCode: this.errorCode,
      error: this.message,
      ...(this.network && { network: true as const }),
    };
  }
}
