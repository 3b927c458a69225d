/** Why a file could not be read to its end, and where. */
export class ReadError extends Error {
  readonly line: number;
  readonly reason: 'malformed' | 'budget_exceeded';

  constructor(line: number, message: string, reason: 'malformed' | 'budget_exceeded' = 'malformed') {
    super(message);
    this.line = line;
    this.reason = reason;
  }
}
