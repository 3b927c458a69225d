/**
 * Short messages between the nodes of one service. They may be lost or come late: whoever listens also looks at the store now and
 * then, so that a message only makes things faster.
 */
export interface Signals {
  /** At most 7,000 bytes; never a secret or a content. */
  tell(topic: string, text: string): void;
  /** Hears what other nodes tell. Returns how to stop. */
  listen(topic: string, listener: (text: string) => void): () => void;
}

/** For a service of one process: there is nobody else to tell. */
export const noSignals: Signals = { tell: () => {}, listen: () => () => {} };
