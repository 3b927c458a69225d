/** Why work for a request ends early: whoever asked for it has closed the connection. Nobody is left to send a response to. */
export class CallerGone extends Error {
  constructor() {
    super('The caller has gone away.');
    this.name = 'CallerGone';
  }
}

/** As nginx logs it; there is no status for a response that is not sent. */
export const callerGoneStatus = 499;
