/** Files of a source that are no records: how many there are, and the first few with the reason. */
export interface UnreadableRecords {
  count: number;
  examples: Array<{ name: string; reason: string }>;
}

const maxExamples = 5;
const maxNameLength = 200;

export function addUnreadable(records: UnreadableRecords, name: string, reason: string): void {
  records.count++;
  if (records.examples.length < maxExamples)
    records.examples.push({ name: name.slice(-maxNameLength), reason });
}

export function mergeUnreadable(all: readonly UnreadableRecords[]): UnreadableRecords {
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    examples: all.flatMap(({ examples }) => examples).slice(0, maxExamples),
  };
}

/** A sentence for people; nothing where all files are records. */
export function describeUnreadable({ count, examples }: UnreadableRecords): string {
  if (count === 0) return '';
  const what = count === 1 ? '1 file is no OSV record and was' : `${count} files are no OSV records and were`;
  const shown = examples.map(({ name, reason }) => `${name} (${reason})`).join(', ');
  return `${what} left out: ${shown}${count > examples.length ? ', …' : ''}.`;
}
