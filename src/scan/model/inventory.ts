/** Every package of a repository once, with where it is and what it needs. The inventory documents are made of it. */
export interface Inventory {
  packages: InventoryPackage[];
  /** More packages than the limit; the list is cut. */
  truncated: boolean;
}

export interface InventoryPackage {
  purl: string;
  ecosystem: string;
  name: string;
  version: string;
  scope: 'runtime' | 'dev' | 'optional';
  direct: boolean;
  licences: string[];
  locations: Array<{ file: string; line: number }>;
  /** Package URLs of what it needs. */
  needs: string[];
}
