import type { ScanDialect } from '../../rows/scan-list-sql.ts';

export const scanDialect: ScanDialect = {
  placeholder: (number) => `$${number}`,
  hasLabel: (label, add) => {
    const pair = `${add(labelPair(label))}::text`;
    return `(position('{' || ${pair} IN s.labels) > 0 OR position(',' || ${pair} IN s.labels) > 0)`;
  },
};

/**
 * A label as it is written in the JSON of all labels. A quotation mark that is part of a name or a value has a backslash before it
 * there, so that this text after a brace or a comma is that label and nothing else. Postgres's own JSON functions refuse U+0000.
 */
function labelPair([name, value]: readonly [string, string]): string {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}
