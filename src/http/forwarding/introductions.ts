import type { Peer } from '../../kernel/peers.ts';
import { type ForwardMark, forwardHeader, reachedHeader } from './forward-mark.ts';
import type { NodeClient } from './node-client.ts';

export interface IntroductionsParts {
  /** The node that asks. */
  self: string;
  mark: ForwardMark;
  client: Pick<NodeClient, 'send'>;
  /** Told why a node that was asked is not where it says it is. */
  onFailure: (peer: Peer, error: unknown) => void;
}

const introductionMs = 2_000;
const path = '/healthz';

/**
 * Which nodes were met under their URLs. A URL may be mistyped, and an address may belong to somebody else by now: requests carry API keys, and what a
 * stranger answers is not what is stored. So each node is asked first for something that only it can know, in the background.
 */
export class Introductions {
  readonly #parts: IntroductionsParts;
  readonly #met = new Set<string>();
  readonly #asked = new Map<string, Promise<void>>();

  constructor(parts: IntroductionsParts) {
    this.#parts = parts;
  }

  /** Whether requests may go to it; where that is not known, it will be for a later request. */
  has(peer: Peer): boolean {
    const name = nameOf(peer);
    if (this.#met.has(name)) return true;
    if (!this.#asked.has(name)) this.ask(peer).catch((error) => this.#parts.onFailure(peer, error));
    return false;
  }

  /** Resolves when it was met, now; else rejects. */
  ask(peer: Peer): Promise<void> {
    const name = nameOf(peer);
    let asked = this.#asked.get(name);
    if (!asked) {
      asked = this.#meet(peer).finally(() => this.#asked.delete(name));
      this.#asked.set(name, asked);
    }
    return asked;
  }

  forget(peer: Peer): void {
    this.#met.delete(nameOf(peer));
  }

  async #meet(peer: Peer): Promise<void> {
    const { self, mark, client } = this.#parts;
    const made = mark.make(self, { method: 'GET', url: path, headers: {} });
    const { headers } = await client.send({
      method: 'GET',
      url: new URL(path, peer.url),
      headers: { [forwardHeader]: made },
      body: undefined,
      signal: AbortSignal.timeout(introductionMs),
      isLive: () => true,
    });
    if (!mark.isAnswer(peer.id, made, headers[reachedHeader])) throw new NotMet(peer);
    this.#met.add(nameOf(peer));
  }
}

/** Something answered where a node should be, and it is not that node. */
export class NotMet extends Error {
  constructor({ id, url }: Peer) {
    super(
      `What answers at ${new URL(url!).origin} is not the node "${id}"; check its LOREKEEP_NODE_URL, and that it runs this version.`,
    );
  }
}

function nameOf({ id, url }: Peer): string {
  return `${id} ${url}`;
}
