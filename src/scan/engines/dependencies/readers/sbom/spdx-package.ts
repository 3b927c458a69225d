/** One package of an SPDX document, whichever form the document has. */
export interface SpdxPackage {
  id: string;
  name: string;
  version: string;
  line: number;
  purl: string | undefined;
  licences: Array<string | undefined>;
  purpose: string | undefined;
  sourceInfo: string | undefined;
}

export interface SpdxDocument {
  packages: SpdxPackage[];
  relationships: Array<[from: string, kind: string, to: string]>;
}
