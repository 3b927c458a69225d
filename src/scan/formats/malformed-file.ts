import type { SkipReason } from '../model/skip-reason.ts';
/** The file is not what its name says. The engine turns it into a coverage note; the message is safe to show. */
export class MalformedFile extends Error {
  readonly reason: SkipReason;

  constructor(message: string, reason: SkipReason = 'malformed') {
    super(message);
    this.name = 'MalformedFile';
    this.reason = reason;
  }
}
