/** A process that shares the storage with others. */
export interface Peer {
  id: string;
  /** Where others reach it; absent where nobody said. */
  url?: string;
  /** It is about to end, and should get nothing new. */
  draining: boolean;
}

/** All processes that share the storage, as this one knows them. */
export interface Peers {
  readonly self: string;
  /** Those that were heard of within seconds, this one among them. */
  readonly live: readonly Peer[];
}
