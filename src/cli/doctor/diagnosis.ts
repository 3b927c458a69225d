/** One look at the machine. `bad` stops the service or a part of it, `note` is worth knowing. */
export interface Diagnosis {
  name: string;
  state: 'ok' | 'note' | 'bad';
  text: string;
  /** What to type to get what is missing, one way per line. */
  remedy?: string[];
}
