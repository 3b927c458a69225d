/** An https URL that passed the guard. It is parsed once, where it enters, and travels as this value. */
export interface RepositoryUrl {
  /** The whole URL, without a slash at the end. */
  base: string;
  /** `https://host[:port]`. */
  origin: string;
  /** As URLs write it, without the brackets of an IPv6 address. */
  host: string;
  port: number;
}
