import type { ScanDialect } from '../../rows/scan-list-sql.ts';

export const scanDialect: ScanDialect = {
  placeholder: (number) => `?${number}`,
  hasLabel: ([name, value], add) =>
    `EXISTS (SELECT 1 FROM json_each(s.labels) WHERE key = ${add(name)} AND value = ${add(value)})`,
};
